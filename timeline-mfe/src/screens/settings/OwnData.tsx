import Download from 'lucide-react/icons/download';
import type { OwnDataState, Proof } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  defineWords,
  endSession,
  LiveRegion,
  Note,
  paths,
  Skeleton,
  Soft,
  Stack,
  signedInUser,
  type Translate,
  useLoad,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { hospitalTime } from 'shared-ui/details';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, yup } from 'shared-ui/forms';
import { confirmIdentity, eraseAccount, fetchOwnData, fetchOwnDataState, sendPin } from '../../api/account.ts';
import { FailureNote, FormTextField } from '../../components/SectionForm.tsx';
import en from '../../locales/own-data.en.json';
import fr from '../../locales/own-data.fr.json';

const words = defineWords('timeline-own-data', { en, fr });

type Action = 'pdf' | 'json' | 'erase';

/** Downloads everything about the user, or erases the account. Each asks who it is first. */
export function OwnData() {
  const t = useText(words);
  const isStaff = useStore((state) => signedInUser(state)?.roleType === 'staff');
  const navigate = useNavigate();
  const [action, setAction] = useState<Action>('pdf');
  const [isOpen, setIsOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const close = () => setIsOpen(false);
  const start = (wanted: Action) => {
    setAction(wanted);
    setAnnouncement('');
    setIsOpen(true);
  };
  const download = async (form: 'json' | 'pdf') => {
    saveFile(await fetchOwnData(form), `lodestar-${hospitalTime(Date.now()).slice(0, 10)}.${form}`);
    close();
    setAnnouncement(t('downloaded'));
  };
  const erase = async () => {
    await eraseAccount();
    await endSession();
    // Says goodbye there: no screen of the app is left to do so.
    navigate(`${paths.onboarding.login}?erased`, { replace: true });
  };
  return (
    <Stack as="section" $gap={16}>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <LiveRegion message={announcement} />
      <Button variant="ghost" compact icon={<Download />} onClick={() => start('pdf')}>
        {t('pdf')}
      </Button>
      <Button variant="ghost" compact icon={<Download />} onClick={() => start('json')}>
        {t('json')}
      </Button>
      <Soft>{t(isStaff ? 'staff' : 'eraseText')}</Soft>
      {!isStaff && (
        <Button variant="danger" compact onClick={() => start('erase')}>
          {t('erase')}
        </Button>
      )}
      <Dialog open={isOpen} onClose={close} title={t(action === 'erase' ? 'eraseTitle' : 'confirmTitle')}>
        <Stack $gap={16}>
          {action === 'erase' ? (
            <>
              <p>{t('eraseGoes')}</p>
              <p>{t('eraseStays')}</p>
              <p>
                <strong>{t('eraseFinal')}</strong>
              </p>
            </>
          ) : (
            <p>{t('confirmText')}</p>
          )}
          <ConfirmIdentity
            label={t(action === 'erase' ? 'eraseNow' : 'continue')}
            danger={action === 'erase'}
            onConfirmed={() => (action === 'erase' ? erase() : download(action))}
            onCancel={close}
          />
        </Stack>
      </Dialog>
    </Stack>
  );
}

interface Props {
  /** Label of the button that confirms and goes on. */
  label: string;
  danger?: boolean;
  /** Runs once the server has confirmed who it is. Its failure is shown. */
  onConfirmed(): Promise<void>;
  onCancel(): void;
}

/** Asks for the password or, for an account without one, a PIN by text, then goes on. */
function ConfirmIdentity(props: Props) {
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

interface Values {
  secret: string;
}

const schemaFor = (proof: OwnDataState['proof'], t: Translate<'passwordRequired' | 'pinRequired'>) => {
  const secret = yup.string().trim();
  return yup.object({
    secret:
      proof === 'pin'
        ? secret.required(t('pinRequired')).matches(/^\d{4}$/, t('pinRequired'))
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
                maxLength={4}
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
      <Soft>{t('pinText', { phone })}</Soft>
      <div role="status">{state === 'sent' && <Note tone="success">{t('pinSent')}</Note>}</div>
      {error !== null && <FailureNote>{reasonOf(error) ?? t('failed')}</FailureNote>}
      <Button variant="ghost" compact busy={state === 'sending'} onClick={() => void submit()}>
        {t('pinSend')}
      </Button>
      <Soft>{t('pinHelp')}</Soft>
    </Stack>
  );
}

/** Delay before an object URL is revoked, long enough for the browser to start reading the file (ms). */
const REVOKE_DELAY_MS = 60_000;

/** Downloads an in-memory file under the given name. */
function saveFile(file: Blob, download: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, rel: 'noopener', download }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
