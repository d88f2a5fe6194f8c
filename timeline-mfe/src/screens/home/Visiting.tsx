import Phone from 'lucide-react/icons/phone';
import { Card, LinkButton, Stack, useText } from 'shared-ui';
import { telephoneOf, type Visitors } from 'shared-ui/contract';
import { Facts } from 'shared-ui/details';
import { defineCatalogue, useLocalText } from 'shared-ui/languages';
import { styled } from 'styled-components';
import en from '../../locales/visiting.en.json';

const words = defineCatalogue('timeline-mfe/visiting', en, (tag) => import(`../../locales/visiting.${tag}.json`));

const Plan = styled.img`
  display: block;
  max-inline-size: 100%;
  block-size: auto;
  border-radius: var(--radius-s);
`;

/** What the hospital tells visitors, in its own words. It names no room: supporters don't learn where a patient lies. */
export default function Visiting({ visitors }: { visitors: Visitors }) {
  const t = useText(words);
  const inLanguage = useLocalText();
  const { hours, parking, way, phone, picture, wards = [] } = visitors;
  const inWords = ({ number, extension }: Visitors['phone']) =>
    extension ? t('extension', { number, extension }) : number;
  return (
    <Card>
      <Stack>
        <Facts
          variant="columns"
          facts={[
            [t('hours'), inLanguage(hours)],
            [t('parking'), inLanguage(parking)],
            [t('way'), inLanguage(way)],
          ]}
        />
        {picture && <Plan src={`/${picture.src}`} alt={inLanguage(picture.alt)} />}
        <LinkButton variant="ghost" icon={<Phone />} href={telephoneOf(phone)}>
          {t('call', { number: inWords(phone) })}
        </LinkButton>
        {wards.map(({ ward, ...number }) => (
          <LinkButton key={ward} variant="ghost" icon={<Phone />} href={telephoneOf(number)}>
            {t('callWard', { ward, number: inWords(number) })}
          </LinkButton>
        ))}
      </Stack>
    </Card>
  );
}
