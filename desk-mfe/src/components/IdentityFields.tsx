import { type Translate, useText } from 'shared-ui';
import { FormikField, TextField, yup } from 'shared-ui/forms';
import { words } from '../words.ts';
import { DateTimeField } from './DateTimeField.tsx';

/** Maximum length of a room that the API accepts. */
const ROOM_LENGTH = 40;
const NUMBER_LENGTH = 40;
/** Numbers and codes of the hospital, as the API accepts them. */
const HOSPITAL_NUMBER = /^([A-Za-z0-9][A-Za-z0-9._/-]*)?$/;

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

/** Schema of the hospital's own record number and band code. */
export function hospitalNumbersSchema(t: Translate<'identity.numberWrong'>) {
  const number = yup.string().trim().max(NUMBER_LENGTH).matches(HOSPITAL_NUMBER, t('identity.numberWrong'));
  return yup.object({ recordNumber: number, bandCode: number });
}

/** Inside a form with `recordNumber` and `bandCode`: fields for both, which may stay empty. */
export function HospitalNumberFields() {
  const t = useText(words);
  const properties = { maxLength: NUMBER_LENGTH, autoComplete: 'off', spellCheck: false };
  return (
    <>
      <FormikField name="recordNumber">
        {(field) => <TextField {...field} {...properties} label={t('identity.recordNumber')} />}
      </FormikField>
      <FormikField name="bandCode">
        {(field) => (
          <TextField {...field} {...properties} label={t('identity.bandCode')} hint={t('identity.bandCodeHint')} />
        )}
      </FormikField>
    </>
  );
}
