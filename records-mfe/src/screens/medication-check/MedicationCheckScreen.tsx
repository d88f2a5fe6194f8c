import type { MedicationCheck, MedicationItem, Medications } from 'mock-api/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  ApiFailure,
  Button,
  LinkButton,
  Note,
  SectionTitle,
  Soft,
  Stack,
  useProfile,
  useSubmit,
  useText,
} from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { recordPaths, requestPaths } from 'shared-ui/contract';
import { Form, Formik, useFormikContext } from 'shared-ui/forms';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { AddedMedications } from './AddedMedications.tsx';
import {
  type CheckDraft,
  type CheckState,
  changeDraft,
  checkSchema,
  forgetDraft,
  sendCheck,
  useCheckDraft,
  words,
} from './check.ts';
import { MedicationRow } from './MedicationRow.tsx';

/** `/profile/:profileId/medications/check`: says of each medication on record whether it is taken, and what is missing. */
export default function MedicationCheckScreen() {
  const t = useText(words);
  const { id, isOwn, firstName: name } = useProfile();
  return (
    <RecordScreen<Medications>
      title={isOwn ? t('title') : t('theirTitle', { name })}
      part="medications"
      isEmpty={({ check }) => !check}
      empty={{ title: t('notYours'), text: t('notYoursText') }}
    >
      {({ check, medications }) => check && <Check key={id} state={check} medications={medications} />}
    </RecordScreen>
  );
}

interface CheckProps {
  state: CheckState;
  medications: readonly MedicationItem[];
}

/** The form, or the confirmation once it was sent. */
function Check({ state, medications }: CheckProps) {
  const [sent, setSent] = useState<MedicationCheck>();
  return sent ? <Sent check={sent} /> : <CheckForm state={state} medications={medications} onSent={setSent} />;
}

/** Focuses the first field of the form that lacks something, after each attempt to send. */
function useFocusOnMissing(attempt: number) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const missing = attempt > 0 ? form.current?.querySelector<HTMLElement>('[aria-invalid]') : undefined;
    (missing?.querySelector('input') ?? missing)?.focus();
  }, [attempt]);
  return form;
}

function CheckForm({ state, medications, onSent }: CheckProps & { onSent(check: MedicationCheck): void }) {
  const { id: profileId } = useProfile();
  const draft = useCheckDraft(profileId);
  const schema = useMemo(() => checkSchema(state), [state]);
  const announce = (id: string) => publish('change@1', { kind: 'medications.updated', id, profileId });
  const { error, submit } = useSubmit(async () => {
    try {
      const check = await sendCheck(profileId, state, draft);
      forgetDraft(profileId);
      onSent(check);
      // Home and the list show at once that it is done.
      announce(check.id);
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'MEDICATIONS_CHANGED') announce(state.list);
      throw failure;
    }
  });
  return (
    <Formik<CheckDraft>
      initialValues={draft}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={submit}
    >
      <Form noValidate>
        <CheckFields state={state} medications={medications} draft={draft} error={error} />
      </Form>
    </Formik>
  );
}

interface CheckFieldsProps extends CheckProps {
  draft: CheckDraft;
  error: unknown;
}

function CheckFields({ state, medications, draft, error }: CheckFieldsProps) {
  const t = useText(words);
  const { id: profileId, isOwn, firstName: name } = useProfile();
  const { submitCount: attempt, isSubmitting, setValues } = useFormikContext<CheckDraft>();
  const fields = useFocusOnMissing(attempt);
  useEffect(() => {
    void setValues(draft, false);
  }, [draft, setValues]);
  const isWhole = checkSchema(state).isValidSync(draft);
  const items = state.medications.flatMap((id) => medications.find((medication) => medication.id === id) ?? []);
  const done = items.filter(({ id }) => draft.marks[id]).length;
  return (
    <Stack ref={fields} $gap={24}>
      <Note title={t('changesNothing')}>
        <p>{isOwn ? t('changesNothingText') : t('theirChangesNothingText', { name })}</p>
      </Note>
      <Stack as="section">
        <SectionTitle>{t('list')}</SectionTitle>
        {items.length === 0 && <Soft>{t('none')}</Soft>}
        <Stack as="ul">
          {items.map((medication) => (
            <MedicationRow
              key={medication.id}
              medication={medication}
              chosen={draft.marks[medication.id]}
              isTried={attempt > 0}
            />
          ))}
        </Stack>
      </Stack>
      <AddedMedications
        added={draft.added}
        isTried={attempt > 0}
        onChange={(added) => changeDraft(profileId, { added })}
      />
      <Stack>
        {items.length > 0 && <Soft>{t('progress', { done, all: items.length })}</Soft>}
        {attempt > 0 && !isWhole && (
          <Note tone="error" live="alert">
            {t('incomplete')}
          </Note>
        )}
        {error !== null && isWhole && (
          <Note tone="error" live="alert">
            {(error instanceof ApiFailure && error.kind === 'rejected' && error.message) || t('failed')}
          </Note>
        )}
        <Button type="submit" busy={isSubmitting}>
          {t('send')}
        </Button>
      </Stack>
    </Stack>
  );
}

function Sent({ check: { answers, added } }: { check: MedicationCheck }) {
  const t = useText(words);
  const { id } = useProfile();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const hasDifferences = added.length > 0 || answers.some(({ isDifferent }) => isDifferent);
  return (
    <Stack>
      <div ref={place} tabIndex={-1}>
        <Note tone="success" live="status" title={t('sent')}>
          <p>{hasDifferences ? t('sentDifferent') : t('sentSame')}</p>
        </Note>
      </div>
      <LinkButton to={recordPaths.medications(id)} replace>
        {t('back')}
      </LinkButton>
      {hasDifferences && (
        <LinkButton variant="plain" to={requestPaths.list(id)}>
          {t('requests')}
        </LinkButton>
      )}
    </Stack>
  );
}
