import { runtimeConfig, type Translate } from 'shared-ui';
import { isEmail } from 'shared-ui/contract';
import { type BoundField, TextField, type TextFieldProps, useFormikField, yup } from 'shared-ui/forms';

interface FormTextFieldProps extends Omit<TextFieldProps, keyof BoundField<string>> {
  name: string;
}

/** Text field in a Formik form, which provides its value by its name. */
export function FormTextField({ name, ...props }: FormTextFieldProps) {
  return <TextField {...props} {...useFormikField<string>(name)} />;
}

/** Returns the rule for a required email in the format the product accepts. Surrounding spaces are ignored. */
export const emailRule = (t: Translate<'form.emailRequired' | 'form.emailInvalid'>) =>
  yup
    .string()
    .trim()
    .required(t('form.emailRequired'))
    .test(
      'format',
      t('form.emailInvalid'),
      (email = '') => email === '' || isEmail(email, runtimeConfig().emailFormat),
    );

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
    <FormTextField
      name="email"
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
  );
}
