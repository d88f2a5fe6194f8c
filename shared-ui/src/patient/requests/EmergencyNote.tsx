import { useText } from '../../platform/i18n/i18n.ts';
import { Note } from '../../ui/components/index.ts';
import { words } from './words.ts';

/** What to do in an emergency. Always visible wherever a person can ask the hospital. */
export function EmergencyNote() {
  const t = useText(words);
  return (
    <Note tone="warning">
      <p>{t('emergency')}</p>
    </Note>
  );
}
