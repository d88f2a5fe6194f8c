import Barcode from 'lucide-react/icons/barcode';
import Hash from 'lucide-react/icons/hash';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import QrCode from 'lucide-react/icons/qr-code';
import { Actions, LinkButton, Note, Page, paths, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { useWayBack } from '../../components/useWayBack.ts';
import { words } from '../../words.ts';

const Item = styled.li`
  display: flex;
  gap: var(--space-3);

  > svg {
    margin-block-start: 2px;
    color: var(--brand);
  }
`;

const KINDS = [
  ['bar', Barcode],
  ['square', QrCode],
  ['number', Hash],
] as const;

/** `/onboarding/scan-info`: what scannable codes are. */
export function ScanInfoScreen() {
  const t = useText(words);
  return (
    <Page title={t('scanInfo.title')} intro={t('scanInfo.intro')} back={useWayBack(paths.onboarding.qrcode)}>
      <Stack $gap={24}>
        <Stack as="ul" $gap={14}>
          {KINDS.map(([key, Icon]) => (
            <Item key={key}>
              <Icon />
              {t(`scanInfo.${key}`)}
            </Item>
          ))}
        </Stack>
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
