import Check from 'lucide-react/icons/check';
import Dot from 'lucide-react/icons/dot';
import { Row, runtimeConfig, Stack, type Translate, useText, VisuallyHidden } from 'shared-ui';
import { meetsPasswordRule } from 'shared-ui/contract';
import { useFormikContext, useUnsent, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../words-account.ts';
import { FormTextField } from './text.tsx';

/** Requirements that the password screens list while the user types (docs/product-rules.md#validation). */
const LISTED = {
  classes: [
    { key: 'length', isMet: (password: string) => password.length >= 8 },
    { key: 'mark', isMet: (password: string) => /[^A-Za-z\s]/.test(password) },
  ],
  length: [
    { key: 'long', isMet: (password: string) => meetsPasswordRule(password, 'length') },
    { key: 'any', isMet: (password: string) => password !== '' },
  ],
} as const;

/** The hospital's rule for new passwords. */
const ruleHere = () => runtimeConfig().passwordRule ?? 'classes';

/** Returns the listed requirements of the hospital's rule. */
export const passwordRules = () => LISTED[ruleHere()];

export interface Passwords {
  password: string;
  confirmPassword: string;
}

export const NO_PASSWORDS: Passwords = { password: '', confirmPassword: '' };

const WEAK = { classes: 'form.passwordWeak', length: 'form.passwordShort' } as const;

type Key = (typeof WEAK)[keyof typeof WEAK] | 'form.confirmRequired' | 'form.passwordsDiffer';

/**
 * Returns the schema of a new password and its confirmation. The demo's rule has no upper bound, although its message
 * names one (docs/product-rules.md#validation). `required` is the message for an empty password.
 */
export const passwordSchema = (t: Translate<Key>, required: string) =>
  yup.object({
    password: yup
      .string()
      .required(required)
      .test(
        'strong',
        () => t(WEAK[ruleHere()]),
        (typed) => !typed || meetsPasswordRule(typed, ruleHere()),
      ),
    confirmPassword: yup
      .string()
      .required(t('form.confirmRequired'))
      .test('same', t('form.passwordsDiffer'), (typed, { parent }) => !typed || typed === parent.password),
  });

const Rule = styled(Row)`
  --icon: 1.125rem;

  flex-wrap: nowrap;

  > svg {
    flex: none;
  }
  &[data-met] > svg {
    color: var(--act);
  }
`;

/** Password requirements, ticked off while the user types. */
function Rules({ password }: { password: string }) {
  const t = useText(words);
  return (
    <>
      {t('password.rules')}
      <Stack as="ul" $gap={2}>
        {passwordRules().map(({ key, isMet }) => (
          <Rule as="li" key={key} $gap={6} data-met={isMet(password) || undefined}>
            {isMet(password) ? <Check /> : <Dot />}
            {t(`password.${key}`)}
            {isMet(password) && <VisuallyHidden>{t('password.met')}</VisuallyHidden>}
          </Rule>
        ))}
      </Stack>
    </>
  );
}

interface Props {
  /** Email of the account, if known: password managers store it with the password. */
  username?: string;
}

/** A new password and its confirmation, for a form with the fields `password` and `confirmPassword`. */
export function PasswordFields({ username }: Props) {
  const t = useText(words);
  const { password, confirmPassword } = useFormikContext<Passwords>().values;
  useUnsent(password !== '' || confirmPassword !== '');
  const reveal = { show: t('password.show'), hide: t('password.hide') };
  return (
    <>
      {username && <input name="username" autoComplete="username" value={username} readOnly hidden />}
      <FormTextField
        name="password"
        label={t('password.password')}
        hint={<Rules password={password} />}
        type="password"
        autoComplete="new-password"
        enterKeyHint="next"
        maxLength={256}
        reveal={reveal}
        required
      />
      <FormTextField
        name="confirmPassword"
        label={t('password.confirm')}
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        maxLength={256}
        reveal={reveal}
        required
      />
    </>
  );
}
