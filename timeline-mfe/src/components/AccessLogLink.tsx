import Eye from 'lucide-react/icons/eye';
import { LinkButton, paths, Soft, Stack, useText } from 'shared-ui';
import { words } from '../words.ts';

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
