import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { Row, runtimeConfig, Stack, useText } from 'shared-ui';
import { telephoneOf } from 'shared-ui/contract';
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
      {supportPhones.map((phone) => (
        <Line as="li" key={phone.number}>
          <Phone />
          <a href={telephoneOf(phone)}>{t(phone.extension ? 'contacts.extension' : 'contacts.phone', phone)}</a>
        </Line>
      ))}
    </Stack>
  );
}
