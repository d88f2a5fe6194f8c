import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { Row, runtimeConfig, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

const Line = styled(Row)`
  flex-wrap: nowrap;

  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--target);
    min-inline-size: 0;
    color: inherit;
    overflow-wrap: anywhere;
  }
`;

/** Returns a `tel:` address; the extension is dialled after the call is answered (RFC 3966). */
const telephone = (number: string, extension: string) => `tel:${number.replace(/[^+\d]/g, '')};ext=${extension}`;

/** The support team's email address and phone numbers, each a link. */
export function SupportContacts() {
  const t = useText(words);
  const { supportEmail, supportPhones } = runtimeConfig().brand;
  return (
    <Stack as="ul" $gap={0}>
      <Line as="li">
        <Mail />
        <a href={`mailto:${supportEmail}`}>{t('contacts.email', { email: supportEmail })}</a>
      </Line>
      {supportPhones.map(({ number, extension }) => (
        <Line as="li" key={number}>
          <Phone />
          <a href={telephone(number, extension)}>{t('contacts.phone', { number, extension })}</a>
        </Line>
      ))}
    </Stack>
  );
}
