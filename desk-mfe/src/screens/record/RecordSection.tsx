import type { DeskRecordLink, RecordHeldBack } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { Button, formatMoment, Note, Row, Soft, useLoad, useSubmit, useText } from 'shared-ui';
import { Facts, useChange } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { fetchRecordLink, syncRecord, unlinkRecord } from '../../api/record-links.ts';
import { Failure } from '../../components/feedback.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';
import { LinkDialog } from './LinkDialog.tsx';

/** How often the section asks whether a record that is being read has arrived (ms). */
const SYNC_CHECK_MS = 2_000;

/**
 * A patient's record in the hospital's own system: whether it is linked, how old it is, what was read and what was held
 * back. Absent in a hospital without a FHIR server.
 */
export function RecordSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const { link, error, retry } = useRecordLink(patient.id);
  if (error !== null) {
    return (
      <Section title={t('record.title')}>
        <Note tone="error" live="alert">
          {t('record.failed')}
        </Note>
        <Row>
          <Button compact variant="ghost" onClick={retry}>
            {t('record.tryAgain')}
          </Button>
        </Row>
      </Section>
    );
  }
  if (!link || (!link.isConnected && link.state === 'none')) return null;
  const done = (message: string) => {
    retry();
    onDone(message);
  };
  return (
    <Section title={t('record.title')}>
      <LinkState link={link} />
      <RecordFacts link={link} />
      <HeldBack entries={link.heldBack} />
      <LinkActions patient={patient} link={link} onDone={done} onRead={retry} />
    </Section>
  );
}

/** Returns the link as last fetched, which stays visible during a refetch and is fetched again while it is read. */
function useRecordLink(id: string) {
  const { state, value, error, retry } = useLoad(() => fetchRecordLink(id), [id]);
  const [link, setLink] = useState<DeskRecordLink>();
  if (value && value !== link) setLink(value);
  useChange('record-link.updated', (changed) => {
    if (changed === id) retry();
  });
  const isSyncing = value?.isSyncing ?? false;
  useEffect(() => {
    if (!isSyncing) return;
    const timer = setTimeout(retry, SYNC_CHECK_MS);
    return () => clearTimeout(timer);
  }, [isSyncing, retry, value]);
  return { link, error: state === 'failed' && !link ? error : null, retry };
}

/** In words: whether the record is linked, and what to do if it is not. */
function LinkState({ link }: { link: DeskRecordLink }) {
  const t = useText(words);
  const { isConnected, state, reason, failure, isSyncing, isBirthDateCompared } = link;
  return (
    <>
      {!isConnected && <Note tone="warning">{t('record.notConnected')}</Note>}
      {state === 'held' && (
        <Note tone="warning">
          <p>
            <strong>{t('record.state.held')}</strong>
          </p>
          {reason && <p>{t(`record.hold.${reason}`)}</p>}
          {link.checkedAt && reason !== 'deceased' && <p>{t('record.checking')}</p>}
        </Note>
      )}
      {state !== 'held' && <Soft>{t(`record.intro.${state}`)}</Soft>}
      {state === 'linked' && !isBirthDateCompared && <Note tone="info">{t('record.birthNotCompared')}</Note>}
      {failure && <Note tone="warning">{t(`record.failure.${failure}`)}</Note>}
      <div role="status">{isSyncing && <Soft>{t('record.syncing')}</Soft>}</div>
    </>
  );
}

/** When the record was read, which one it is, and how much of it people see. Renders nothing if it was never read. */
function RecordFacts({ link }: { link: DeskRecordLink }) {
  const t = useText(words);
  const { patientId, linkedAt, checkedAt, comparedAt, shown, stored } = link;
  if (patientId === null) return null;
  const count = stored.reduce((sum, { count: ofType }) => sum + ofType, 0);
  const facts: [string, string][] = [
    [t('record.patientId'), patientId],
    ...(linkedAt ? [[t('record.linkedAt'), formatMoment(linkedAt)] satisfies [string, string]] : []),
    [t('record.checkedAt'), checkedAt ? formatMoment(checkedAt) : t('record.neverChecked')],
    ...(comparedAt ? [[t('record.comparedAt'), formatMoment(comparedAt)] satisfies [string, string]] : []),
    [t('record.read'), t('record.entries', { count })],
    [t('record.results'), String(shown.results)],
    [t('record.carePlans'), String(shown.carePlans)],
    [t('record.events'), String(shown.events)],
    [t('record.items'), String(shown.items)],
  ];
  return <Facts variant="columns" facts={facts} />;
}

const Details = styled.details`
  summary {
    min-block-size: var(--target);
    padding-block: var(--space-2);
    color: var(--brand);
    font-weight: 640;
    cursor: pointer;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    padding-block: var(--space-2);
    overflow-wrap: anywhere;
  }
  li + li {
    border-block-start: 1px solid var(--line-color);
  }
  small {
    display: block;
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

const HELD_BACK_ORDER: readonly RecordHeldBack[] = [
  'file',
  'shape',
  'depth',
  'not-allowed',
  'not-offered',
  'withheld',
  'state',
  'empty',
  'type',
];

/** What people don't see, and why, with the FHIR types that the hospital's own staff know. */
function HeldBack({ entries }: { entries: DeskRecordLink['heldBack'] }) {
  const t = useText(words);
  if (entries.length === 0) return null;
  const reasons = HELD_BACK_ORDER.filter((reason) => entries.some(({ why }) => why === reason));
  return (
    <Details>
      <summary>{t('record.heldBack.title')}</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            {t(`record.heldBack.${reason}`)}
            <small>{typesOf(entries.filter(({ why }) => why === reason))}</small>
          </li>
        ))}
      </ul>
    </Details>
  );
}

/** Returns types with their counts, as "Device 2, Observation"; a count alone for what must stay unnamed. */
function typesOf(entries: DeskRecordLink['heldBack']): string {
  return entries.map(({ type, count }) => [type, count].filter((part) => part !== null).join(' ')).join(', ');
}

interface ActionsProps extends PatientSectionProps {
  link: DeskRecordLink;
  /** Shows the link as it is now. */
  onRead(): void;
}

/** Link, read now, and unlink; the last needs confirmation, as everything that came from there is removed. */
function LinkActions({
  patient,
  link: { state, reason, patientId, isConnected, isSyncing },
  onDone,
  onRead,
}: ActionsProps) {
  const t = useText(words);
  const [isLinking, setIsLinking] = useState(false);
  const [isUnlinking, setIsUnlinking] = useState(false);
  const sync = useSubmit(async () => {
    await syncRecord(patient.id);
    onRead();
  });
  const unlink = useSubmit(async () => {
    setIsUnlinking(false);
    await unlinkRecord(patient.id);
    onDone(t('record.unlink.done', { patient: patientLabel(t, patient) }));
  });
  const isLinked = state === 'linked';
  const canSync = isConnected && state !== 'ended' && reason !== 'deceased';
  return (
    <>
      <Failure error={sync.error ?? unlink.error} />
      <Row>
        {isConnected && !isLinked && (
          <Button compact onClick={() => setIsLinking(true)}>
            {t('record.link.press')}
          </Button>
        )}
        {canSync && (
          <Button compact variant="ghost" busy={sync.state === 'sending' || isSyncing} onClick={() => sync.submit()}>
            {t('record.sync')}
          </Button>
        )}
        {state !== 'ended' && patientId !== null && (
          <Button compact variant="danger" busy={unlink.state === 'sending'} onClick={() => setIsUnlinking(true)}>
            {t('record.unlink.press')}
          </Button>
        )}
      </Row>
      <LinkDialog
        open={isLinking}
        patient={patient}
        onClose={() => setIsLinking(false)}
        onLinked={() => {
          setIsLinking(false);
          onDone(t('record.link.done', { patient: patientLabel(t, patient) }));
        }}
      />
      <ConfirmDialog
        open={isUnlinking}
        title={t('record.unlink.title')}
        confirmLabel={t('record.unlink.press')}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => void unlink.submit()}
        onCancel={() => setIsUnlinking(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t('record.unlink.text')}</p>
      </ConfirmDialog>
    </>
  );
}
