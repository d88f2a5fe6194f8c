import type { OwnDataState, Proof } from 'mock-api/contract';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import {
  Actions,
  ApiFailure,
  Button,
  Note,
  runtimeConfig,
  Skeleton,
  Soft,
  Stack,
  type Translate,
  useLoad,
  useSubmit,
  useText,
} from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, yup } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import { confirmIdentity, fetchOwnDataState, sendPin } from '../../api/account.ts';
import { FailureNote, FormTextField } from '../../components/SectionForm.tsx';
import en from '../../locales/own-data.en.json';

/** Texts about confirming who it is, and about the user's own data. */
export const words = defineCatalogue(
  'timeline-mfe/own-data',
  en,
  (tag) => import(`../../locales/own-data.${tag}.json`),
);

interface Props {
  /** Label of the button that confirms and goes on. */
  label: string;
  danger?: boolean;
  /** Runs once the server has confirmed who it is. Its failure is shown. */
  onConfirmed(): Promise<void>;
  onCancel(): void;
}

/** Asks for the password or, for an account without one, a PIN by text, then goes on. */
export function ConfirmIdentity(props: Props) {
  const t = useText(words);
  const { state, value, retry } = useLoad(fetchOwnDataState, []);
  if (value) return <ProofForm {...props} state={value} />;
  if (state === 'loading') return <Skeleton label={t('confirmTitle')} />;
  return (
    <Note tone="warning">
      <p>{t('failed')}</p>
      <Button variant="plain" compact onClick={retry}>
        {t('again')}
      </Button>
    </Note>
  );
}

/** Number of digits in a PIN. */
const pinDigits = () => runtimeConfig().pinDigits ?? 4;

interface Values {
  secret: string;
}

const schemaFor = (proof: OwnDataState['proof'], t: Translate<'passwordRequired' | 'pinRequired'>) => {
  const secret = yup.string().trim();
  const digits = pinDigits();
  return yup.object({
    secret:
      proof === 'pin'
        ? secret
            .required(t('pinRequired', { digits }))
            .matches(new RegExp(`^\\d{${digits}}$`), t('pinRequired', { digits }))
        : secret.required(t('passwordRequired')),
  });
};

const reasonOf = (error: unknown) => (error instanceof ApiFailure && error.message) || undefined;

function ProofForm({
  state: { proof, maskedPhone },
  label,
  danger,
  onConfirmed,
  onCancel,
}: Props & { state: OwnDataState }) {
  const t = useText(words);
  const schema = useMemo(() => schemaFor(proof, t), [proof, t]);
  const { error, submit } = useSubmit(async ({ secret }: Values) => {
    const given: Proof = proof === 'pin' ? { pin: secret.trim() } : { password: secret };
    await confirmIdentity(given);
    await onConfirmed();
  });
  return (
    <Formik initialValues={{ secret: '' }} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <Stack $gap={16}>
            <FormErrors title={t('check')} />
            {proof === 'pin' && <SendPin phone={maskedPhone} />}
            {proof === 'pin' ? (
              <FormTextField
                name="secret"
                label={t('pin')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={pinDigits()}
                required
              />
            ) : (
              <FormTextField
                name="secret"
                label={t('password')}
                type="password"
                autoComplete="current-password"
                reveal={{ show: t('show'), hide: t('hide') }}
                required
              />
            )}
            {error !== null && <FailureNote>{reasonOf(error) ?? t('failed')}</FailureNote>}
          </Stack>
          <Actions>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isSubmitting}>
              {label}
            </Button>
            <Button variant="plain" onClick={onCancel}>
              {t('cancel')}
            </Button>
          </Actions>
        </Form>
      )}
    </Formik>
  );
}

function SendPin({ phone }: { phone: string }) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(sendPin);
  return (
    <Stack>
      <Soft>{t('pinText', { phone, digits: pinDigits() })}</Soft>
      <div role="status">{state === 'sent' && <Note tone="success">{t('pinSent')}</Note>}</div>
      {error !== null && <FailureNote>{reasonOf(error) ?? t('failed')}</FailureNote>}
      <Button variant="ghost" compact busy={state === 'sending'} onClick={() => void submit()}>
        {t('pinSend')}
      </Button>
      <Soft>{t('pinHelp')}</Soft>
    </Stack>
  );
}

type Run = <Result>(action: () => Promise<Result>) => Promise<Result>;

const Confirmed = createContext<Run>((action) => action());

/**
 * Returns a function that runs a change of how one signs in. If the sign-in is too long ago, it asks who it is first and
 * then runs the change again; cancelled, it rejects with what the server said.
 */
export const useConfirmed = (): Run => useContext(Confirmed);

/** A change that waits for its person. */
interface Waiting {
  goOn(): Promise<void>;
  giveUp(): void;
}

/** Asks who it is for all changes within that the server refuses until then. */
export function ConfirmWhenAsked({ children }: { children: ReactNode }) {
  const t = useText(words);
  const waiting = useRef<Waiting>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const run = useMemo<Run>(
    () => async (action) => {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof ApiFailure && error.code === 'CONFIRMATION_REQUIRED')) throw error;
        return new Promise((resolve, reject) => {
          const goOn = () => action().then(resolve, reject);
          waiting.current = { goOn, giveUp: () => reject(error) };
          setIsOpen(true);
        });
      }
    },
    [],
  );
  const close = () => {
    setIsOpen(false);
    waiting.current?.giveUp();
  };
  const goOn = async () => {
    setIsOpen(false);
    await waiting.current?.goOn();
  };
  return (
    <Confirmed value={run}>
      {children}
      <Dialog open={isOpen} onClose={close} title={t('confirmTitle')}>
        <Stack $gap={16}>
          <p>{t('confirmText')}</p>
          <ConfirmIdentity label={t('continue')} onConfirmed={goOn} onCancel={close} />
        </Stack>
      </Dialog>
    </Confirmed>
  );
}
