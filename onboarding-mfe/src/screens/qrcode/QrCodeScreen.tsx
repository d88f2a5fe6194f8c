import ScanLine from 'lucide-react/icons/scan-line';
import { Actions, LinkButton, Page, paths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Capital, useBackAction } from '../../components/screen-parts.tsx';
import sample from '../../media/sample-wristband.svg';
import { words } from '../../words.ts';

/** Wristbands are printed in dark ink on white, so the picture is the same in both themes. */
const Picture = styled.img`
  display: block;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  block-size: auto;
`;

/** A sample wristband with its two codes. They are real codes that belong to no patient (tools/media/wristband). */
function SampleWristband({ label }: { label: string }) {
  return <Picture src={sample} width={400} height={150} alt={label} />;
}

/** `/onboarding/qrcode`: shows which code to look for on the wristband, before the camera opens. */
export function QrCodeScreen() {
  const t = useText(words);
  return (
    <Page title={t('qrcode.title')} intro={t('qrcode.intro')} back={useBackAction(paths.onboarding.choice)}>
      <SampleWristband label={t('qrcode.sample')} />
      <Actions>
        <LinkButton to={paths.onboarding.scanCode} icon={<ScanLine />}>
          <Capital>{t('qrcode.scan')}</Capital>
        </LinkButton>
        <LinkButton to={paths.onboarding.noWristband} variant="plain">
          {t('noWristbandLink')}
        </LinkButton>
        <LinkButton to={paths.onboarding.scanInfo} variant="plain">
          {t('qrcode.what')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
