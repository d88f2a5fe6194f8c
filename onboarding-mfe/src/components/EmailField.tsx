import { FormikField, TextField } from 'shared-ui/forms';

/** Maximum length of an email address (RFC 5321). */
const LONGEST = 254;

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
          maxLength={LONGEST}
          required
        />
      )}
    </FormikField>
  );
}
