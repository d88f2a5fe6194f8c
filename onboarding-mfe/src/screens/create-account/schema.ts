import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import { emailField } from '../../components/email.ts';
import { PHONE_DIGITS } from '../../components/phone/digits.ts';

type MailKey = 'form.emailRequired' | 'form.emailInvalid';
type Key =
  | 'form.firstNameRequired'
  | 'form.lastNameRequired'
  | 'form.organizationRequired'
  | 'form.phoneRequired'
  | 'form.phoneInvalid';

/** The first step of creating an account (docs/product-rules.md#validation). */
export const detailsSchema = (t: Translate<Key>, mail: Translate<MailKey>) =>
  yup.object({
    firstName: yup.string().trim().required(t('form.firstNameRequired')),
    lastName: yup.string().trim().required(t('form.lastNameRequired')),
    email: emailField(mail),
    organization: yup.string().trim().required(t('form.organizationRequired')),
    country: yup.string(),
    phone: yup
      .string()
      .required(t('form.phoneRequired'))
      .matches(new RegExp(`^\\d{${PHONE_DIGITS}}$`), { message: t('form.phoneInvalid'), excludeEmptyString: true }),
  });
