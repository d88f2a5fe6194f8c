import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** Letters, digits and ._- before the @, a domain, a suffix of 2 to 4 letters (docs/product-rules.md#validation). */
const EMAIL = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/;

/** Returns the schema of a required email in the format the product accepts. Surrounding spaces are ignored. */
export const emailField = (t: Translate<'form.emailRequired' | 'form.emailInvalid'>) =>
  yup
    .string()
    .trim()
    .required(t('form.emailRequired'))
    .matches(EMAIL, { message: t('form.emailInvalid'), excludeEmptyString: true });
