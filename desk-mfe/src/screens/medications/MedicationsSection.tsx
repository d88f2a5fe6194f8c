import type { DeskMedicationChecks, MedicationCheck } from 'mock-api/contract';
import { Button, FetchedContent, formatMoment, Row, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { useLiveLoad } from 'shared-ui/details';
import { askForMedicationCheck, fetchMedicationChecks } from '../../api/patients.ts';
import { markDone, markSeen } from '../../api/waiting.ts';
import { Failure } from '../../components/feedback.tsx';
import { patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, RuledList, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

/** Checks that are shown in full or by their date. */
const SHOWN = 5;

/** "Medication check": what the patient or a supporter said about the list, who works on it, and how to ask for a check. */
export function MedicationsSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const kinds = ['medications.updated', 'request.updated', 'record.updated'];
  const { state, value, retry } = useLiveLoad(() => fetchMedicationChecks(patient.id), [patient.id], kinds);
  const name = patientLabel(t, patient);
  const done = (message: string) => {
    onDone(message);
    retry();
  };
  const ask = useSubmit(async () => {
    await askForMedicationCheck(patient.id);
    done(t('medications.nowAsked', { name }));
  });
  return (
    <Section title={t('medications.title')}>
      <FetchedContent
        loading={state}
        isEmpty={!value}
        failed={t('medications.failed')}
        failedText={t('patient.failedText')}
        retry={retry}
        empty={null}
      >
        {value && <Checks of={value} name={name} onDone={done} />}
        {value && !value.asked && (
          <Row>
            <Button compact variant="ghost" busy={ask.state === 'sending'} onClick={() => ask.submit()}>
              {t('medications.ask')}
            </Button>
          </Row>
        )}
        <Failure error={ask.error} />
      </FetchedContent>
    </Section>
  );
}

interface ChecksProps {
  of: DeskMedicationChecks;
  /** Whose checks they are, for confirmations. */
  name: string;
  onDone(message: string): void;
}

function Checks({ of: { asked, checks }, name, onDone }: ChecksProps) {
  const t = useText(words);
  return (
    <>
      {asked && (
        <Soft>{t('medications.asked', { who: asked.by ?? t('medications.staff'), when: formatMoment(asked.at) })}</Soft>
      )}
      {checks.length === 0 ? <Soft>{t('medications.none')}</Soft> : <Soft>{t('medications.statement')}</Soft>}
      {checks.slice(0, SHOWN).map((check) => (
        <Check key={check.id} check={check} name={name} onDone={onDone} />
      ))}
    </>
  );
}

/** One check: who made it and when, its differences, how the list has changed since, and what staff have done. */
function Check({ check, name, onDone }: Omit<ChecksProps, 'of'> & { check: MedicationCheck }) {
  const t = useText(words);
  const { at, who, isByPatient, answers, added, since, request } = check;
  const different = answers.filter(({ isDifferent }) => isDifferent);
  const when = formatMoment(at);
  const hasChanged = Object.values(since).some((count) => count > 0);
  return (
    <Stack $gap={8} as="article">
      <strong>{isByPatient ? t('medications.byPatient', { when }) : t('medications.by', { who, when })}</strong>
      {different.length + added.length === 0 && <p>{t('medications.same')}</p>}
      <RuledList>
        {different.map(({ id, name: medication, how, state, answer, words: typed }) => (
          <li key={id}>
            <div>
              <strong>{medication}</strong>
              <p>
                {t(`medications.answer.${answer}`)}
                {typed && ` “${typed}”`}
              </p>
              <Soft>{[t(`medications.state.${state}`), ...how].join(' · ')}</Soft>
            </div>
          </li>
        ))}
        {added.map(({ name: medication, amount, when: time }) => (
          <li key={[medication, amount, time].join()}>
            <div>
              <strong>{[medication, amount, time].filter(Boolean).join(', ')}</strong>
              <p>{t('medications.added')}</p>
            </div>
          </li>
        ))}
      </RuledList>
      {hasChanged && <Soft>{t('medications.since', since)}</Soft>}
      {request && <Work request={request} name={name} onDone={onDone} />}
    </Stack>
  );
}

/** Who has looked at the differences and who has completed them, with the next step. */
function Work({
  request: { id, status, seenBy, seenAt, doneBy, doneAt },
  name,
  onDone,
}: Omit<ChecksProps, 'of'> & { request: NonNullable<MedicationCheck['request']> }) {
  const t = useText(words);
  const staff = t('medications.staff');
  const seen = useSubmit(async () => {
    await markSeen(id);
    onDone(t('requests.nowSeen', { name }));
  });
  const done = useSubmit(async () => {
    await markDone(id);
    onDone(t('requests.nowDone', { name }));
  });
  return (
    <>
      {seenAt && <Soft>{t('medications.seen', { who: seenBy ?? staff, when: formatMoment(seenAt) })}</Soft>}
      {doneAt && <Soft>{t('medications.done', { who: doneBy ?? staff, when: formatMoment(doneAt) })}</Soft>}
      <Failure error={seen.error ?? done.error} />
      {status !== 'done' && (
        <Row>
          {status === 'sent' && (
            <Button compact variant="ghost" busy={seen.state === 'sending'} onClick={() => seen.submit()}>
              {t('requests.markSeen')}
            </Button>
          )}
          <Button compact variant="ghost" busy={done.state === 'sending'} onClick={() => done.submit()}>
            {t('requests.markDone')}
          </Button>
        </Row>
      )}
    </>
  );
}
