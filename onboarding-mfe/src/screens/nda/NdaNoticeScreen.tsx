import type { AgreementDue } from 'mock-api/contract';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, endSession, Note, Page, paths, Stack, useSubmit, useText } from 'shared-ui';
import { createDraft, Form, Formik, KeepDraft } from 'shared-ui/forms';
import { Agreements } from '../../components/agreements/Agreements.tsx';
import { AGREED_SCHEMA, type Agreed, NOTHING_AGREED } from '../../components/agreements/agreed.ts';
import { useBackAction } from '../../components/useBackAction.ts';
import { agree, useAgreementsDue } from '../../session/agreements.ts';
import { useReason } from '../../session/failure.ts';
import { words } from '../../words-account.ts';
import { DueDocuments } from './DueDocuments.tsx';

const draft = createDraft<Partial<Agreed>>({});

/** Returns the initial ticks: none, except for an agreement that is still valid when only the other one is new. */
function agreedBefore(due: AgreementDue[]): Agreed {
  if (due.length === 0) return NOTHING_AGREED;
  const isDue = (...names: string[]) => due.some(({ document }) => names.includes(document));
  return { nda: !isDue('nda'), terms: !isDue('privacy', 'terms') };
}

/**
 * `/onboarding/nda`: the trial notice. Ticks are kept while the user reads the documents. Users whom the guards send
 * here, because documents are still to be agreed to, also agree on the server with Next, or sign out.
 */
export default function NdaNoticeScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const due = useAgreementsDue();
  const back = useBackAction(paths.onboarding.welcome);
  const { error, submit } = useSubmit(async () => {
    if (due.length > 0) await agree(due);
    navigate(paths.onboarding.info);
  });
  return (
    <Page title={t('nda.title')} intro={t('nda.text')} {...(due.length === 0 && { back })}>
      <Formik
        initialValues={{ ...agreedBefore(due), ...draft.get() }}
        validationSchema={AGREED_SCHEMA}
        onSubmit={() => submit()}
      >
        {({ values, isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} />
            <Stack $gap={16}>
              {due.length > 0 && <DueDocuments due={due} />}
              <Agreements />
              {error !== null && <NotSavedNote error={error} />}
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

function NotSavedNote({ error }: { error: unknown }) {
  const reason = useReason();
  return (
    <Note tone="warning" live="alert">
      {reason(error)}
    </Note>
  );
}
