import { useText } from 'shared-ui';
import { FormikField, TextField } from 'shared-ui/forms';
import { words } from '../words.ts';
import { DateTimeField } from './DateTimeField.tsx';

/** Maximum length of a room that the API accepts. */
const ROOM_LENGTH = 40;

/** Inside a form with `dateOfBirth` and `room`: fields for both, which may stay empty. */
export function IdentityFields() {
  const t = useText(words);
  return (
    <>
      <FormikField name="dateOfBirth">
        {(field) => <DateTimeField {...field} type="date" label={t('identity.dateOfBirth')} />}
      </FormikField>
      <FormikField name="room">
        {(field) => (
          <TextField {...field} label={t('identity.roomNumber')} maxLength={ROOM_LENGTH} autoComplete="off" />
        )}
      </FormikField>
    </>
  );
}
