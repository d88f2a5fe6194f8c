import { FormikField, TextField } from 'shared-ui/forms';

/** The longest address there is (RFC 5321). */
const LONGEST = 254;

interface Props {
  label: string;
  /** `username` where it names an account that is there already: password managers fill it in. */
  autoComplete: 'email' | 'username';
  /** The form's last field: the phone's key sends it. */
  isLast?: boolean;
}

/** An e-mail address, for a form with the field `email`. */
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
