import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef } from 'react';
import {
  Button,
  IconButton,
  LANGUAGE_TAG,
  Row,
  ScreenHeading,
  Soft,
  Stack,
  useLocale,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { GoOn, ProgressBar, useProgressLine, type WayProps } from './parts.tsx';
import { useStepVideo } from './useStepVideo.ts';
import { CAPTIONS } from './videos.ts';

const Screen = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  min-block-size: 100%;
  background: var(--night-deep);
  overflow: hidden;

  > video {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  /* On a screen that is wider than high the whole film stands in the middle. */
  @media (min-aspect-ratio: 1) {
    > video {
      object-fit: contain;
    }
  }
`;

const Caption = styled.div`
  position: relative;
  flex: none;
  inline-size: calc(100% - 2 * var(--space-3));
  max-inline-size: var(--column);
  margin: var(--space-3) auto calc(var(--space-3) + env(safe-area-inset-bottom));
  padding: var(--space-4);
  border-radius: var(--radius-l);
  background: var(--surface);
  box-shadow: var(--shadow-3);

  h1 {
    font-size: var(--text-xl);
  }
`;

/** What is free above and below the words. */
const Space = styled.div<{ $part: number }>`
  flex: ${({ $part }) => $part} 0 0;
`;

const Controls = styled(Row)`
  flex-wrap: nowrap;
  justify-content: space-between;
`;

interface Props extends WayProps {
  src: string;
  poster: string | undefined;
  /** Where the video begins, in seconds: the end of the step before. */
  from: number;
  /** The person would rather read. */
  onRead(): void;
  /** The video can't be shown. */
  onTrouble(): void;
}

/** The tutorial to watch: the video over the whole screen, and what it shows in words at the bottom. */
export function VideoTutorial({ src, poster, from, onRead, onTrouble, ...way }: Props) {
  const t = useText(words);
  const { step, number, count, onNext, onSkip } = way;
  const title = t(`tutorial.${step.key}.title`);
  const locale = useLocale();
  const percent = step.percent ?? 100;
  const video = useRef<HTMLVideoElement>(null);
  const { phase, play, stop, goOn } = useStepVideo({ video, end: step.at, onTrouble });
  const begin = useRef(from);
  useEffect(() => {
    if (video.current) video.current.currentTime = begin.current;
  }, []);
  const next = () => {
    goOn();
    onNext();
  };
  const isReached = phase === 'reached';
  return (
    <Screen>
      <video
        ref={video}
        src={src}
        poster={poster}
        muted
        playsInline
        preload="auto"
        aria-label={title}
        style={{ objectPosition: `50% ${100 - percent}%` }}
        onError={onTrouble}
      >
        <track kind="captions" src={CAPTIONS[locale]} srcLang={LANGUAGE_TAG[locale]} label={title} />
      </video>
      <Space $part={percent} />
      <Caption>
        <Stack>
          <ProgressBar {...way} />
          <div>
            <Soft>{useProgressLine(way)}</Soft>
            <ScreenHeading key={step.key}>{title}</ScreenHeading>
          </div>
          <p>{t(`tutorial.${step.key}.text`)}</p>
          {isReached && <GoOn {...way} onNext={next} />}
          <VisuallyHidden role="status">{isReached && t('tutorial.paused')}</VisuallyHidden>
          <Controls $gap={0}>
            {!isReached && <PlayButton isPlaying={phase !== 'stopped'} onPlay={play} onStop={stop} />}
            <Button variant="plain" compact onClick={onRead}>
              {t('tutorial.read')}
            </Button>
            {number < count && (
              <Button variant="plain" compact onClick={onSkip}>
                {t('offer.skip')}
              </Button>
            )}
          </Controls>
        </Stack>
      </Caption>
      <Space $part={100 - percent} />
    </Screen>
  );
}

function PlayButton({ isPlaying, onPlay, onStop }: { isPlaying: boolean; onPlay(): void; onStop(): void }) {
  const t = useText(words);
  return isPlaying ? (
    <IconButton label={t('tutorial.pause')} icon={<Pause />} onClick={onStop} />
  ) : (
    <IconButton label={t('tutorial.play')} icon={<Play />} onClick={onPlay} />
  );
}
