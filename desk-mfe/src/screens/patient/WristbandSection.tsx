import Printer from 'lucide-react/icons/printer';
import QrCode from 'lucide-react/icons/qr-code';
import type { DeskPatientDetails } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Row, Soft, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { fetchWristband, issueWristband } from '../../api/patients.ts';
import { Failure } from '../../components/Failure.tsx';
import { WhoItIs } from '../../components/identity.tsx';
import { Section } from '../../components/Section.tsx';
import { openFile } from '../../components/save-file.ts';
import { words } from '../../words.ts';
import { WristbandDialog } from './WristbandDialog.tsx';

const Code = styled.p`
  font-size: var(--text-xl);
  font-variant-numeric: tabular-nums;
  font-weight: 700;
  letter-spacing: 0.04em;
`;

interface Props {
  patient: DeskPatientDetails;
  onDone(message: string): void;
}

/** The wristband's code, its QR code for the screen, a PDF for printing, and a button to issue a new one, which voids the old one. */
export function WristbandSection({ patient, onDone }: Props) {
  const { id, wristbandCode } = patient;
  const t = useText(words);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const issue = useSubmit(async () => {
    setIsConfirming(false);
    const { code } = await issueWristband(id);
    onDone(t('wristband.issued', { code }));
  });
  const print = useSubmit(async () => openFile(await fetchWristband(id)));
  const press = () => (wristbandCode ? setIsConfirming(true) : void issue.submit());
  return (
    <Section title={t('wristband.title')}>
      {wristbandCode ? <Code>{wristbandCode}</Code> : <Soft>{t('wristband.none')}</Soft>}
      <Failure error={issue.error ?? print.error} />
      <Row>
        {wristbandCode && (
          <Button compact icon={<QrCode />} onClick={() => setIsShown(true)}>
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
        <WhoItIs patient={patient} />
        <p>{t('wristband.replaceText', { code: wristbandCode ?? '' })}</p>
      </ConfirmDialog>
      <WristbandDialog open={isShown} patient={patient} onClose={() => setIsShown(false)} />
    </Section>
  );
}
