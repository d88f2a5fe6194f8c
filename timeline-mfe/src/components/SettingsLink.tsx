import { LinkButton, paths, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Link to the settings (language, appearance, text size, sounds, contact details); the menu's own is disabled. */
export function SettingsLink() {
  const t = useText(words);
  return (
    <LinkButton variant="ghost" compact to={paths.app.settings}>
      {t('settings.link')}
    </LinkButton>
  );
}
