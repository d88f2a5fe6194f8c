import { type Translate, useText } from 'shared-ui';
import { FormikField, TextField, yup } from 'shared-ui/forms';
import { words } from '../words.ts';
import { DateTimeField } from './DateTimeField.tsx';

/** Maximum length of a room that the API accepts. */
const ROOM_LENGTH = 40;

/** Schema of both fields. A date of birth is not in the future. */
export function identitySchema(t: Translate<'identity.dateOfBirthFuture'>) {
  return yup.object({
    dateOfBirth: yup.string().test('past', t('identity.dateOfBirthFuture'), (day) => !day || day <= today()),
    room: yup.string().trim().max(ROOM_LENGTH),
  });
}

/** Returns the current day as YYYY-MM-DD in local time. */
const today = () => new Date().toLocaleDateString('sv-SE');

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
