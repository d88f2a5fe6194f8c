import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';
import { emailField } from '../../components/email.ts';
import { dialCode } from '../../components/phone/countries.ts';
import { PHONE_DIGITS } from '../../components/phone/digits.ts';
import { isServed } from '../../components/phone/served.ts';

type MailKey = 'form.emailRequired' | 'form.emailInvalid';
type Key =
  | 'form.firstNameRequired'
  | 'form.lastNameRequired'
  | 'form.organizationRequired'
  | 'form.phoneRequired'
  | 'form.phoneInvalid'
  | 'form.phoneCountry';

/** The countries that the hospital texts: their dial codes, and a phrase that lists them. */
export interface Served {
  dialCodes: readonly string[];
  inWords: string;
}

const DIGITS = new RegExp(`^\\d{${PHONE_DIGITS}}$`);

/**
 * Returns the schema of the first step of creating an account (docs/product-rules.md#validation).
 * @param served undefined if the hospital texts every country
 */
export const detailsSchema = (t: Translate<Key>, mail: Translate<MailKey>, served?: Served) =>
  yup.object({
    firstName: yup.string().trim().required(t('form.firstNameRequired')),
    lastName: yup.string().trim().required(t('form.lastNameRequired')),
    email: emailField(mail),
    organization: yup.string().trim().required(t('form.organizationRequired')),
    country: yup.string(),
    phone: yup
      .string()
      .required(t('form.phoneRequired'))
      .matches(DIGITS, { message: t('form.phoneInvalid'), excludeEmptyString: true })
      .when('country', ([country = '']: string[], phone) => {
        const isTexted = (typed: string) => !served || isServed(country, typed, served.dialCodes);
        const exists = async (typed = '') =>
          !DIGITS.test(typed) || !isTexted(typed) || (await phoneCanExist(`+${dialCode(country)}${typed}`));
        return phone
          .test('served', t('form.phoneCountry', { countries: served?.inWords ?? '' }), (typed = '') => isTexted(typed))
          .test('exists', t('form.phoneInvalid'), exists);
      }),
  });
