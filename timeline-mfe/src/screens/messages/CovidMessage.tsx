import Droplets from 'lucide-react/icons/droplets';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import { Card, type CareEvent, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Paragraphs } from '../../parts/Paragraphs.tsx';
import { words } from '../../words.ts';

const Rule = styled.li`
  display: flex;
  gap: var(--space-3);

  > svg {
    flex: none;
    color: var(--brand);
  }
`;

const RULES = [
  { key: 'mask', icon: <ShieldCheck /> },
  { key: 'hands', icon: <Droplets /> },
  { key: 'visitors', icon: <Users /> },
  { key: 'symptoms', icon: <HeartPulse /> },
] as const;

/** The COVID-19 precautionary message: in the words that came with the event, else in the product's own. */
export function CovidMessage({ event }: { event: CareEvent | undefined }) {
  return <Card>{event?.content2 ? <Paragraphs text={event.content2} /> : <StandingMessage />}</Card>;
}

function StandingMessage() {
  const t = useText(words);
  return (
    <Stack>
      <p>{t('message.covid.intro')}</p>
      <Stack as="ul">
        {RULES.map(({ key, icon }) => (
          <Rule key={key}>
            {icon}
            {t(`message.covid.${key}`)}
          </Rule>
        ))}
      </Stack>
    </Stack>
  );
}
