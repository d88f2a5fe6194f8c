import type { DeskPatientDetails, WristbandSymbol } from 'mock-api/contract';
import { FetchedContent, Soft, useLoad, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { fetchWristbandSymbol } from '../../api/patients.ts';
import { identityOf } from '../../components/identity.tsx';
import { words } from '../../words.ts';

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

const Code = styled.p`
  font-size: var(--text-xl);
  font-variant-numeric: tabular-nums;
  font-weight: 700;
  letter-spacing: 0.04em;
`;

interface Props {
  open: boolean;
  patient: DeskPatientDetails;
  onClose(): void;
}

/** The wristband's QR code, to be scanned from the screen, with the patient's identifiers and the number to type. */
export function WristbandDialog({ open, patient, onClose }: Props) {
  const t = useText(words);
  return (
    <Dialog open={open} onClose={onClose} title={t('wristband.shownTitle')} closeLabel={t('close')}>
      <Content patient={patient} />
    </Dialog>
  );
}

function Content({ patient }: Pick<Props, 'patient'>) {
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
