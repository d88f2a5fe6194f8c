import Eye from 'lucide-react/icons/eye';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import { LinkButton, paths, runtimeConfig, Soft, Stack, useText } from 'shared-ui';
import { telephoneOf } from 'shared-ui/contract';
import { words } from '../screen-words.ts';

/** The support team's email address and phone numbers, as links. */
export function Contacts() {
  const t = useText(words);
  const { supportEmail, supportPhones } = runtimeConfig().brand;
  return (
    <Stack>
      <LinkButton variant="ghost" compact icon={<Mail />} href={`mailto:${supportEmail}`}>
        {supportEmail}
      </LinkButton>
      {supportPhones.map((phone) => (
        <LinkButton key={phone.number} variant="ghost" compact icon={<Phone />} href={telephoneOf(phone)}>
          <bdi>{phone.extension ? t('help.extension', phone) : phone.number}</bdi>
        </LinkButton>
      ))}
    </Stack>
  );
}

/** Link to "Who looked at my records", under its own heading. */
export function AccessLogLink() {
  const t = useText(words);
  return (
    <Stack as="section">
      <h2>{t('accessLog.privacy')}</h2>
      <Soft>{t('accessLog.hint')}</Soft>
      <LinkButton variant="ghost" compact icon={<Eye />} to={paths.app.accessLog}>
        {t('accessLog.title')}
      </LinkButton>
    </Stack>
  );
}

const { privacy, terms, ndaLegal } = paths.onboarding;

/** Links to the legal documents, under their own heading. */
export function LegalLinks() {
  const t = useText(words);
  return (
    <Stack as="section">
      <h2>{t('legal.title')}</h2>
      <LinkButton variant="ghost" compact to={privacy}>
        {t('legal.privacy')}
      </LinkButton>
      <LinkButton variant="ghost" compact to={terms}>
        {t('legal.terms')}
      </LinkButton>
      {runtimeConfig().demo && (
        <LinkButton variant="ghost" compact to={ndaLegal}>
          {t('legal.nda')}
        </LinkButton>
      )}
    </Stack>
  );
}
