import Droplets from 'lucide-react/icons/droplets';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import type { CareEvent } from 'mock-api/contract';
import { Card, Soft, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Paragraphs } from '../../components/Paragraphs.tsx';
import { formatEventTime, useNow } from '../../components/time.ts';
import { words } from '../../words.ts';

const Rule = styled.li`
  display: flex;
  gap: var(--space-3);

  > svg {
    flex: none;
    color: var(--brand);
  }
`;

/** With large text, the words wrap below the picture. */
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1 1 8rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

const Disc = styled.span`
  --icon: 1.75rem;
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 3.25rem;
  block-size: 3.25rem;
  border-radius: 50%;
  background: var(--brand-soft);
  color: var(--brand);
`;

const RULES = [
  { key: 'mask', icon: <ShieldCheck /> },
  { key: 'hands', icon: <Droplets /> },
  { key: 'visitors', icon: <Users /> },
  { key: 'symptoms', icon: <HeartPulse /> },
] as const;

interface CovidMessageProps {
  /** The event that contains the message, if any. */
  event: CareEvent | undefined;
  /** Whether to show the message's title, for screens whose heading doesn't. */
  isNamed?: boolean;
}

/** The COVID-19 precautionary message: the event's own text, or else the product's default text. */
export function CovidMessage({ event, isNamed = false }: CovidMessageProps) {
  const t = useText(words);
  const now = useNow();
  return (
    <Card>
      <Stack>
        <Head>
          <Disc>
            <ShieldCheck />
          </Disc>
          <div>
            {isNamed && <h2>{event?.name ?? t('message.covid.title')}</h2>}
            {event && <Soft>{formatEventTime(event.createdAt, now, t)}</Soft>}
          </div>
        </Head>
        {event?.content2 ? <Paragraphs text={event.content2} /> : <StandingMessage />}
      </Stack>
    </Card>
  );
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
