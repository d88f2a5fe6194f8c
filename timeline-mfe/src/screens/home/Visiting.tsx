import Phone from 'lucide-react/icons/phone';
import { Card, defineWords, LinkButton, Stack, useLocale, useText } from 'shared-ui';
import { telephoneOf, type Visitors } from 'shared-ui/contract';
import { Facts } from 'shared-ui/details';
import { styled } from 'styled-components';
import en from '../../locales/visiting.en.json';
import fr from '../../locales/visiting.fr.json';

const words = defineWords('timeline-visiting', { en, fr });

const Plan = styled.img`
  display: block;
  max-inline-size: 100%;
  block-size: auto;
  border-radius: var(--radius-s);
`;

/** What the hospital tells visitors, in its own words. It names no room: supporters don't learn where a patient lies. */
export default function Visiting({ visitors }: { visitors: Visitors }) {
  const t = useText(words);
  const locale = useLocale();
  const { hours, parking, way, phone, picture } = visitors;
  const number = phone.extension ? t('extension', { number: phone.number, extension: phone.extension }) : phone.number;
  return (
    <Card>
      <Stack>
        <Facts
          variant="columns"
          facts={[
            [t('hours'), hours[locale]],
            [t('parking'), parking[locale]],
            [t('way'), way[locale]],
          ]}
        />
        {picture && <Plan src={`/${picture.src}`} alt={picture.alt[locale]} />}
        <LinkButton variant="ghost" icon={<Phone />} href={telephoneOf(phone)}>
          {t('call', { number })}
        </LinkButton>
      </Stack>
    </Card>
  );
}
