import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';

/** Returns whether a number has 10 to 15 digits, including the country code. */
const hasDigits = (phone = '') => {
  const count = phone.replaceAll(/\D/g, '').length;
  return count >= 10 && count <= 15;
};

/** Validates a mobile number. The server decides whether text messages can be sent to its country. */
export const phoneRules = (t: Translate<`patients.${'phoneRequired' | 'phoneWrong'}`>) =>
  yup
    .string()
    .test('digits', t('patients.phoneRequired'), hasDigits)
    .test('exists', t('patients.phoneWrong'), async (phone = '') => !hasDigits(phone) || phoneCanExist(phone));
