import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import { emailField } from '../../components/email.ts';

/**
 * Returns the login schema. Messages: Email Required, Invalid Email, Password Required
 * (docs/product-rules.md#validation).
 */
export const loginSchema = (t: Translate<'form.emailRequired' | 'form.emailInvalid' | 'form.passwordRequired'>) =>
  yup.object({ email: emailField(t), password: yup.string().required(t('form.passwordRequired')) });
