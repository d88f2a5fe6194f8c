import { LinkButton, paths, useText } from 'shared-ui';
import { words } from '../words.ts';

/** The way to language, look, text size, sounds and contact details: the menu's own entry is disabled. */
export function SettingsLink() {
  const t = useText(words);
  return (
    <LinkButton variant="ghost" compact to={paths.app.settings}>
      {t('settings.link')}
    </LinkButton>
  );
}
