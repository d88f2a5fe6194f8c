import { Note, useText } from 'shared-ui';
import { words } from '../../words-requests.ts';

/** What to do in an emergency: stands wherever the hospital is asked, and never goes away. */
export function EmergencyNote() {
  const t = useText(words);
  return (
    <Note tone="warning">
      <p>{t('emergency')}</p>
    </Note>
  );
}
