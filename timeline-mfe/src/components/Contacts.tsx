import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { LinkButton, runtimeConfig, Stack, useText } from 'shared-ui';
import { words } from '../words.ts';

/** The support team's email address and phone numbers with extensions, as links. */
export function Contacts() {
  const t = useText(words);
  const { supportEmail, supportPhones } = runtimeConfig().brand;
  return (
    <Stack>
      <LinkButton variant="ghost" compact icon={<Mail />} href={`mailto:${supportEmail}`}>
        {supportEmail}
      </LinkButton>
      {supportPhones.map(({ number, extension }) => (
        <LinkButton
          key={number}
          variant="ghost"
          compact
          icon={<Phone />}
          href={`tel:${number.replaceAll(/[^+\d]/g, '')};ext=${extension}`}
        >
          {t('help.extension', { number, extension })}
        </LinkButton>
      ))}
    </Stack>
  );
}
