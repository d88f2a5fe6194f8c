import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef, useState } from 'react';
import {
  Actions,
  IconButton,
  LinkButton,
  Page,
  paths,
  prefersStillness,
  runtimeConfig,
  Stack,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import poster from '../../media/wristband-explainer.jpg';
import film from '../../media/wristband-explainer.mp4';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

const Stage = styled.div`
  position: relative;
  max-inline-size: var(--card-max);

  > video {
    display: block;
    inline-size: 100%;
    block-size: auto;
    border-radius: var(--radius-l);
    background: var(--night);
  }
  > button {
    position: absolute;
    inset-block-end: var(--space-1);
    inset-inline-end: var(--space-1);
    background: rgb(7 31 40 / 0.6);
    color: var(--on-night);
  }
`;

/** `/onboarding/scanning-barcode-video`: shows how a wristband identifies the patient, before an account is created. */
export default function ScanningBarcodeVideoScreen() {
  const t = useText(words);
  const tCommon = useText(common);
  return (
    <Page title={t('video.title')}>
      <Stack $gap={20}>
        <Explainer />
        <p>{t('video.text')}</p>
        {runtimeConfig().demo && <p>{t('video.demoAccount')}</p>}
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

/**
 * The film loops until it is paused. With reduced motion, or if the phone blocks autoplay, the poster is shown until
 * the user plays the film. If the film can't be shown, the poster stays, and the text below covers the content.
 */
function Explainer() {
  const t = useText(words);
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const change = () => {
    const element = video.current;
    if (!element) return;
    if (element.paused) element.play().catch((error) => console.info('The film could not be played', error));
    else element.pause();
  };
  return (
    <Stage>
      <video
        ref={video}
        src={film}
        poster={poster}
        width={800}
        height={500}
        aria-label={t('video.picture')}
        autoPlay={!prefersStillness()}
        loop
        muted
        playsInline
        preload={prefersStillness() ? 'none' : 'auto'}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
      />
      <IconButton
        label={isPlaying ? t('video.pause') : t('video.play')}
        icon={isPlaying ? <Pause /> : <Play />}
        onClick={change}
      />
    </Stage>
  );
}
