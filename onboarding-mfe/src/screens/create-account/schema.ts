import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import { emailField } from '../../components/email.ts';
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

/** The countries that the hospital texts: their dial codes, and the same in words. */
export interface Served {
  dialCodes: readonly string[];
  inWords: string;
}

/**
 * The first step of creating an account (docs/product-rules.md#validation).
 * @param served while it is not known which countries are texted, the server alone says so in the end
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
      .matches(new RegExp(`^\\d{${PHONE_DIGITS}}$`), { message: t('form.phoneInvalid'), excludeEmptyString: true })
      .when('country', ([country]: string[], phone) =>
        served
          ? phone.test('served', t('form.phoneCountry', { countries: served.inWords }), (typed) =>
              isServed(country ?? '', typed ?? '', served.dialCodes),
            )
          : phone,
      ),
  });
