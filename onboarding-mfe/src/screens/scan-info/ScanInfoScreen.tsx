import Barcode from 'lucide-react/icons/barcode';
import Hash from 'lucide-react/icons/hash';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import QrCode from 'lucide-react/icons/qr-code';
import { Actions, LinkButton, Note, Page, paths, Stack, useText } from 'shared-ui';
import { IconLines, useBackAction } from '../../components/screen-parts.tsx';
import { words } from '../../words.ts';

const KINDS = [
  ['bar', Barcode],
  ['square', QrCode],
  ['number', Hash],
] as const;

/** `/onboarding/scan-info`: what scannable codes are. */
export function ScanInfoScreen() {
  const t = useText(words);
  return (
    <Page title={t('scanInfo.title')} intro={t('scanInfo.intro')} back={useBackAction(paths.onboarding.qrcode)}>
      <Stack $gap={24}>
        <IconLines lines={KINDS.map(([key, Icon]) => ({ icon: <Icon />, text: t(`scanInfo.${key}`) }))} />
        <Note icon={<LockKeyhole />}>{t('scanInfo.private')}</Note>
      </Stack>
      <Actions>
        <LinkButton to={paths.onboarding.qrcode}>{t('continue')}</LinkButton>
        <LinkButton to={paths.onboarding.noWristband} variant="plain">
          {t('noWristbandLink')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
