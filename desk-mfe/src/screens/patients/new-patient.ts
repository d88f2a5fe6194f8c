import type { NewPatient } from 'mock-api/contract';
import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';

/** Maximum length of a name that the API accepts. */
export const NAME_LENGTH = 100;

export const EMPTY = { firstName: '', lastName: '', phone: '+1 ', email: '' };
export type Typed = typeof EMPTY;

/** Returns whether a number has 10 to 15 digits, including the country code. */
const hasDigits = (phone = '') => {
  const count = phone.replaceAll(/\D/g, '').length;
  return count >= 10 && count <= 15;
};

type Key = `patients.${'firstNameRequired' | 'lastNameRequired' | 'phoneRequired' | 'phoneWrong' | 'emailWrong'}`;

/** Validates a new patient. The server decides whether text messages can be sent to the number's country. */
export function newPatientSchema(t: Translate<Key>) {
  return yup.object({
    firstName: yup.string().trim().required(t('patients.firstNameRequired')),
    lastName: yup.string().trim().required(t('patients.lastNameRequired')),
    phone: yup
      .string()
      .test('digits', t('patients.phoneRequired'), hasDigits)
      .test('exists', t('patients.phoneWrong'), async (phone = '') => !hasDigits(phone) || phoneCanExist(phone)),
    email: yup.string().trim().email(t('patients.emailWrong')),
  });
}

/** Converts the form's values into the request body, omitting an empty email. */
export function toNewPatient({ firstName, lastName, phone, email }: Typed): NewPatient {
  const address = email.trim().toLowerCase();
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    ...(address && { email: address }),
  };
}
