import type { DeskPatientDetails, DeskRecordLink } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { Button, Note, Row, Soft, useLoad, useSubmit, useText } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { fetchRecordLink, syncRecord, unlinkRecord } from '../../api/record-links.ts';
import { Failure } from '../../components/Failure.tsx';
import { WhoItIs } from '../../components/identity.tsx';
import { Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { HeldBack, RecordFacts } from './RecordFacts.tsx';

/** How often the section asks whether a record that is being read has arrived (ms). */
const SYNC_CHECK_MS = 2_000;

interface Props {
  patient: DeskPatientDetails;
  onDone(message: string): void;
}

/**
 * A patient's record in the hospital's own system: whether it is linked, how old it is, what was read and what was held
 * back. Absent in a hospital without a FHIR server.
 */
export function RecordSection({ patient, onDone }: Props) {
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
      <Standing link={link} />
      <RecordFacts link={link} />
      <HeldBack of={link.heldBack} />
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
function Standing({ link }: { link: DeskRecordLink }) {
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

interface ActionsProps extends Props {
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
    onDone(t('record.unlink.done'));
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
          onDone(t('record.link.done'));
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
        <WhoItIs patient={patient} />
        <p>{t('record.unlink.text')}</p>
      </ConfirmDialog>
    </>
  );
}
