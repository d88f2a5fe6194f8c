import ScanLine from 'lucide-react/icons/scan-line';
import { Actions, LinkButton, Page, paths, useText } from 'shared-ui';
import { Capital } from '../../components/Capital.tsx';
import { useBackAction } from '../../components/useBackAction.ts';
import { words } from '../../words.ts';
import { SampleWristband } from './SampleWristband.tsx';

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
