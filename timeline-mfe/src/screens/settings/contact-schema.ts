import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';

/** The email format used throughout the product (docs/product-rules.md#validation). */
const EMAIL = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/;

/** A number with its dial code, as the API accepts it: 10 to 15 digits, separators allowed. */
const PHONE = /^\+?(?:[ .()-]*\d){10,15}$/;

/** Contact details; both fields are optional. */
export const contactSchema = (t: Translate<'settings.phoneInvalid' | 'settings.emailInvalid'>) =>
  yup.object({
    mobilePhone: yup
      .string()
      .trim()
      .matches(PHONE, { message: t('settings.phoneInvalid'), excludeEmptyString: true })
      .test('exists', t('settings.phoneInvalid'), async (phone = '') => !PHONE.test(phone) || phoneCanExist(phone)),
    contactEmail: yup
      .string()
      .trim()
      .matches(EMAIL, { message: t('settings.emailInvalid'), excludeEmptyString: true }),
  });
