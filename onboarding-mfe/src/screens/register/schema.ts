import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import { emailField } from '../../components/email.ts';

/**
 * Returns the interest sign-up schema. Messages: Name Required, Email Required, Invalid Email. The city is optional
 * (docs/product-rules.md#validation).
 */
export const registerSchema = (t: Translate<'form.nameRequired' | 'form.emailRequired' | 'form.emailInvalid'>) =>
  yup.object({
    name: yup.string().trim().required(t('form.nameRequired')),
    email: emailField(t),
    city: yup.string(),
    optIn: yup.boolean(),
  });
