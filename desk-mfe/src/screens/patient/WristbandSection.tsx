import Printer from 'lucide-react/icons/printer';
import QrCodeIcon from 'lucide-react/icons/qr-code';
import type { WristbandSymbol } from 'mock-api/contract';
import { useState } from 'react';
import { Button, FetchedContent, Row, Soft, useLoad, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog, Dialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { fetchWristband, fetchWristbandSymbol, issueWristband } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { identityOf, PatientSummary, patientLabel, SimilarName } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { openFile } from '../../components/save-file.ts';
import { words } from '../../words.ts';

const Code = styled.p`
  font-size: var(--text-xl);
  font-variant-numeric: tabular-nums;
  font-weight: 700;
  letter-spacing: 0.04em;
`;

/** The wristband: its QR code for the screen, a PDF for printing, and a new one, which voids the old one. */
export function WristbandSection({ patient, onDone }: PatientSectionProps) {
  const { id, wristbandCode } = patient;
  const t = useText(words);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const issue = useSubmit(async () => {
    setIsConfirming(false);
    const { code } = await issueWristband(id);
    onDone(t('wristband.issued', { code, patient: patientLabel(t, patient) }));
  });
  const print = useSubmit(async () => openFile(await fetchWristband(id)));
  const press = () => (wristbandCode ? setIsConfirming(true) : void issue.submit());
  return (
    <Section title={t('wristband.title')}>
      {wristbandCode ? <Code>{wristbandCode}</Code> : <Soft>{t('wristband.none')}</Soft>}
      <Failure error={issue.error ?? print.error} />
      <Row>
        {wristbandCode && (
          <Button compact icon={<QrCodeIcon />} onClick={() => setIsShown(true)}>
            {t('wristband.show')}
          </Button>
        )}
        {wristbandCode && (
          <Button
            compact
            variant="ghost"
            icon={<Printer />}
            busy={print.state === 'sending'}
            onClick={() => print.submit()}
          >
            {t('wristband.print')}
          </Button>
        )}
        <Button compact variant={wristbandCode ? 'ghost' : 'primary'} busy={issue.state === 'sending'} onClick={press}>
          {wristbandCode ? t('wristband.replace') : t('wristband.issue')}
        </Button>
      </Row>
      <ConfirmDialog
        open={isConfirming}
        title={t('wristband.replaceTitle')}
        confirmLabel={t('wristband.replace')}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => void issue.submit()}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t('wristband.replaceText', { code: wristbandCode ?? '' })}</p>
      </ConfirmDialog>
      <Dialog
        open={isShown}
        onClose={() => setIsShown(false)}
        title={t('wristband.shownTitle')}
        closeLabel={t('close')}
      >
        <WristbandOnScreen patient={patient} />
      </Dialog>
    </Section>
  );
}

/** Empty modules around a QR code, which scanners need. */
const QUIET_ZONE = 4;

const Sheet = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-2);
  text-align: center;

  /* Dark on white in both themes: many scanners can't read the inverse. */
  svg {
    inline-size: min(100%, 20rem);
    block-size: auto;
    border-radius: var(--radius-s);
    background: white;
    color: black;
    shape-rendering: crispEdges;
  }
  strong {
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
`;

/** The wristband's QR code, to be scanned from the screen, with the patient's identifiers and the number to type. */
function WristbandOnScreen({ patient }: Pick<PatientSectionProps, 'patient'>) {
  const t = useText(words);
  const { state, value, retry } = useLoad(() => fetchWristbandSymbol(patient.id), [patient.id, patient.wristbandCode]);
  return (
    <FetchedContent
      loading={state}
      isEmpty={value === undefined}
      failed={t('wristband.failed')}
      failedText={t('list.nothingLost')}
      retry={retry}
      empty={null}
    >
      {value && (
        <Sheet>
          <QrCode symbol={value} />
          <strong>{patient.name}</strong>
          <p>{identityOf(t, patient)}</p>
          <SimilarName of={patient} />
          <Code>{value.code}</Code>
          <Soft>{t('wristband.scan')}</Soft>
        </Sheet>
      )}
    </FetchedContent>
  );
}

function QrCode({ symbol: { code, size, path } }: { symbol: WristbandSymbol }) {
  const t = useText(words);
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`} role="img" aria-label={t('wristband.qr', { code })}>
      <path d={path} fill="currentColor" />
    </svg>
  );
}
