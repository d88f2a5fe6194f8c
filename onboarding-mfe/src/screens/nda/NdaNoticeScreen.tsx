import type { Agreement, AgreementDue } from 'mock-api/contract';
import { useNavigate } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  call,
  endSession,
  Note,
  Page,
  paths,
  recheckSession,
  runtimeConfig,
  Stack,
  type Store,
  signedInUser,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { createDraft, Form, Formik, KeepDraft } from 'shared-ui/forms';
import { AGREED_SCHEMA, type Agreed, Agreements, NOTHING_AGREED } from '../../components/fields/Agreements.tsx';
import { useBackAction } from '../../components/screen-parts.tsx';
import { FailureNote } from '../../session/failure.tsx';
import { words } from '../../words-account.ts';

/** Agrees to documents, each in the version that was read; the server records the time. */
const agreeTo = (documents: AgreementDue[]) => call<Agreement[]>('post', 'v1/agreements', documents);

const NONE_DUE: AgreementDue[] = [];

/** Returns the documents whose current version the signed-in user still has to agree to; none for a visitor. */
// Users stored on the phone before agreements had versions have no list.
const dueOf = (state: Store): AgreementDue[] => signedInUser(state)?.toAgree ?? NONE_DUE;

/**
 * Agrees to documents as the signed-in user and refetches the user, on whom the guards rely. If versions changed in the
 * meantime, the newer ones become due.
 */
async function agree(due: AgreementDue[]): Promise<void> {
  try {
    await agreeTo(due);
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'rejected') await recheckSession();
    throw error;
  }
  await recheckSession();
}

const draft = createDraft<Partial<Agreed>>({});

/** Returns the initial ticks: none, except for an agreement that is still valid when only the other one is new. */
function initialAgreed(due: AgreementDue[]): Agreed {
  if (due.length === 0) return NOTHING_AGREED;
  const isDue = (...names: string[]) => due.some(({ document }) => names.includes(document));
  return { nda: !isDue('nda'), terms: !isDue('privacy', 'terms') };
}

/**
 * `/onboarding/nda`: the agreements, in the demo with its trial notice. Ticks are kept while the user reads the documents.
 * Users whom the guards send here, because documents are still to be agreed to, also agree on the server with Next, or
 * sign out.
 */
export default function NdaNoticeScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const due = useStore(dueOf);
  const back = useBackAction(paths.onboarding.welcome);
  const { error, submit } = useSubmit(async () => {
    if (due.length > 0) await agree(due);
    navigate(paths.onboarding.info);
  });
  const { demo } = runtimeConfig();
  return (
    <Page
      title={t(demo ? 'nda.demoTitle' : 'nda.title')}
      intro={t(demo ? 'nda.demoText' : 'nda.text')}
      {...(due.length === 0 && { back })}
    >
      <Formik
        initialValues={{ ...initialAgreed(due), ...draft.get() }}
        validationSchema={AGREED_SCHEMA}
        onSubmit={() => submit()}
      >
        {({ values, isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} />
            <Stack $gap={16}>
              {due.length > 0 && <DueDocuments due={due} />}
              <Agreements />
              {error !== null && <FailureNote error={error} tone="warning" />}
            </Stack>
            <Actions>
              <Button type="submit" disabled={!AGREED_SCHEMA.isValidSync(values)} busy={isSubmitting}>
                {t('next')}
              </Button>
              {due.length > 0 && (
                <Button variant="plain" onClick={() => void endSession()}>
                  {t('nda.signOut')}
                </Button>
              )}
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

const NAMED = ['nda', 'privacy', 'terms'] as const;

/** The documents, with versions, that the signed-in user still has to agree to, and what is recorded about it. */
function DueDocuments({ due }: { due: AgreementDue[] }) {
  const t = useText(words);
  const nameOf = (document: string) => {
    const known = NAMED.find((name) => name === document);
    return known ? t(`nda.documents.${known}`) : document;
  };
  return (
    <Note title={t('nda.due')}>
      <ul>
        {due.map(({ document, version }) => (
          <li key={document}>{t('nda.version', { document: nameOf(document), version })}</li>
        ))}
      </ul>
      <p>{t('nda.kept')}</p>
    </Note>
  );
}
