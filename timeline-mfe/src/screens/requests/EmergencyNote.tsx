import { Note, useText } from 'shared-ui';
import { words } from '../../words-requests.ts';

/** Emergency instructions. Always visible wherever users can ask the hospital. */
export function EmergencyNote() {
  const t = useText(words);
  return (
    <Note tone="warning">
      <p>{t('emergency')}</p>
    </Note>
  );
}
