import type { Translate } from 'shared-ui';
import { FormikField, TextField, yup } from 'shared-ui/forms';

/** Letters, digits and ._- before the @, a domain, a suffix of 2 to 4 letters (docs/product-rules.md#validation). */
const EMAIL = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/;

/** Returns the rule for a required email in the format the product accepts. Surrounding spaces are ignored. */
export const emailRule = (t: Translate<'form.emailRequired' | 'form.emailInvalid'>) =>
  yup
    .string()
    .trim()
    .required(t('form.emailRequired'))
    .matches(EMAIL, { message: t('form.emailInvalid'), excludeEmptyString: true });

/** Maximum length of an email address (RFC 5321). */
const MAX_LENGTH = 254;

interface Props {
  label: string;
  /** `username` for an existing account, so that password managers fill it in. */
  autoComplete: 'email' | 'username';
  /** The last field of the form: the phone's Enter key submits it. */
  isLast?: boolean;
}

/** Email field for a form with the field `email`. */
export function EmailField({ label, autoComplete, isLast = false }: Props) {
  return (
    <FormikField name="email">
      {(field) => (
        <TextField
          {...field}
          label={label}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint={isLast ? 'send' : 'next'}
          maxLength={MAX_LENGTH}
          required
        />
      )}
    </FormikField>
  );
}
