import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { Actions, IconButton, LinkButton, Page, paths, prefersStillness, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words as common } from '../../words.ts';
import { words } from '../words.ts';
import { ScanPicture } from './ScanPicture.tsx';

const Stage = styled.div`
  position: relative;
  max-inline-size: var(--card-max);

  > button {
    position: absolute;
    inset-block-end: var(--space-1);
    inset-inline-end: var(--space-1);
    color: var(--on-night);
  }
`;

/** `/onboarding/scanning-barcode-video`: how a wristband shows who somebody is, before they create an account. */
export default function ScanningBarcodeVideoScreen() {
  const t = useText(words);
  const tCommon = useText(common);
  return (
    <Page title={t('video.title')}>
      <Stack $gap={20}>
        <Explainer />
        <p>{t('video.text')}</p>
        <p>{t('video.trial')}</p>
      </Stack>
      <Actions>
        <LinkButton to={paths.onboarding.createAccount}>{t('next')}</LinkButton>
        <LinkButton to={paths.onboarding.login} variant="plain">
          {tCommon('cancel')}
        </LinkButton>
      </Actions>
    </Page>
  );
}

/** The picture moves until it is stopped; where people want no motion it never does, and needs no button. */
function Explainer() {
  const t = useText(words);
  const [isPaused, setIsPaused] = useState(false);
  return (
    <Stage>
      <ScanPicture label={t('video.picture')} isPaused={isPaused} />
      {!prefersStillness() && (
        <IconButton
          label={isPaused ? t('video.play') : t('video.pause')}
          icon={isPaused ? <Play /> : <Pause />}
          onClick={() => setIsPaused(!isPaused)}
        />
      )}
    </Stage>
  );
}
