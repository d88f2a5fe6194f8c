import type { NewPatient } from 'mock-api/contract';
import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';

/** The longest name that the API takes. */
export const NAME_LENGTH = 100;

export const EMPTY = { firstName: '', lastName: '', phone: '+1 ', email: '' };
export type Typed = typeof EMPTY;

/** Digits of a number with its country code: 10 to 15. */
const hasDigits = (phone = '') => {
  const count = phone.replaceAll(/\D/g, '').length;
  return count >= 10 && count <= 15;
};

type Key = `patients.${'firstNameRequired' | 'lastNameRequired' | 'phoneRequired' | 'phoneWrong' | 'emailWrong'}`;

/** What must be there to make a patient; the server says whether a number is of a country that is texted. */
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

/** What is sent for what was typed: an e-mail address is left out where there is none. */
export function toNewPatient({ firstName, lastName, phone, email }: Typed): NewPatient {
  const address = email.trim().toLowerCase();
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    ...(address && { email: address }),
  };
}
