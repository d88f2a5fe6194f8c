import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** Rules that the password screens list while the user types (docs/product-rules.md#validation). */
export const PASSWORD_RULES = [
  { key: 'length', isMet: (password: string) => password.length >= 8 },
  { key: 'mark', isMet: (password: string) => /[^A-Za-z\s]/.test(password) },
] as const;

/**
 * The pattern enforced: a letter, a digit, a special character of the set, at least 8 characters of these classes and
 * no others. No upper bound, although the message names one (docs/product-rules.md#validation).
 */
const STRONG = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[-@$!%*#?&])[-A-Za-z\d@$!%*#?&]{8,}$/;

export interface Passwords {
  password: string;
  confirmPassword: string;
}

export const NO_PASSWORDS: Passwords = { password: '', confirmPassword: '' };

type Key = 'form.passwordWeak' | 'form.confirmRequired' | 'form.passwordsDiffer';

/** Returns the schema of a new password and its confirmation. `required` is the message for an empty password. */
export const passwordSchema = (t: Translate<Key>, required: string) =>
  yup.object({
    password: yup
      .string()
      .required(required)
      .matches(STRONG, { message: t('form.passwordWeak'), excludeEmptyString: true }),
    confirmPassword: yup
      .string()
      .required(t('form.confirmRequired'))
      .test('same', t('form.passwordsDiffer'), (typed, { parent }) => !typed || typed === parent.password),
  });
