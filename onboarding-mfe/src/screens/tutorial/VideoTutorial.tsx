import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type CSSProperties, useEffect, useRef } from 'react';
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
import { needsApprovedDomain } from '../../session/invited-domains.ts';
import { words } from '../../words-tutorial.ts';
import { NextControls, ProgressBar, type TutorialProps, useProgressLine } from './parts.tsx';
import { useStepText } from './step-text.ts';
import { useStepVideo } from './useStepVideo.ts';
import { captionsFor } from './videos.ts';

/** Film and card never overlap: the card takes the height it needs, and the film the rest. */
const Screen = styled.div`
  display: flex;
  flex: none;
  flex-direction: column;
  gap: var(--space-3);
  min-block-size: 100%;
  padding: var(--space-3);
  padding-block-end: calc(var(--space-3) + env(safe-area-inset-bottom));
  background: var(--night-deep);

  /* On a screen that is wider than high they share the width. */
  @media (min-aspect-ratio: 1) {
    flex-direction: row;
    align-items: center;
  }
`;

/** While it plays, the whole film is visible; paused, it fills the width and shows what the step points at. */
const Film = styled.div`
  position: relative;
  /* With very large text the screen scrolls, and the film keeps a useful size. (Chromium gives a minimum size no cqb.) */
  flex: 1 0 35dvh;
  container-type: size;
  overflow: clip;

  > video {
    --fit: min(100cqi, 100cqb / var(--ratio));
    --width: var(--fit);
    --height: calc(var(--width) * var(--ratio));
    position: absolute;
    inset-block-start: calc((100cqb - var(--height)) / 2);
    left: 50%;
    inline-size: var(--width);
    block-size: var(--height);
    border-radius: var(--radius-m);
    translate: -50%;
    transition: 0.5s ease-in-out;
    transition-property: inset-block-start, inline-size, block-size;

    &[data-paused] {
      --width: max(var(--fit), min(100cqi, 576px));
      inset-block-start: min(
        max(100cqb - var(--height), 50cqb - var(--height) * var(--focus)),
        max(0px, (100cqb - var(--height)) / 2)
      );
    }
  }
  @media (min-aspect-ratio: 1) {
    flex: 1;
    align-self: stretch;
  }
`;

const Card = styled.div`
  flex: none;
  inline-size: 100%;
  max-inline-size: var(--column);
  margin-inline: auto;
  padding: var(--space-3) var(--space-4);
  border-radius: var(--radius-l);
  background: var(--surface);
  box-shadow: var(--shadow-3);

  h1 {
    font-size: var(--text-l);
  }
  @media (min-aspect-ratio: 1) {
    flex: 1;
  }
`;

/** Reserves three lines, so that the film keeps its size from step to step. */
const StepText = styled.p`
  min-block-size: 3lh;
`;

/** A row with its parts at both ends. Plain buttons extend to the card's edge, so that their text aligns. */
const SpreadRow = styled(Row)`
  justify-content: space-between;
  min-block-size: var(--target);

  > [data-variant='plain'] {
    margin-inline: calc(-1 * var(--space-4));
  }
`;

interface Props extends TutorialProps {
  src: string;
  poster: string | undefined;
  /** Height of the film divided by its width. */
  ratio: number;
  /** Start of the video, in seconds: the end of the previous step. */
  from: number;
  /** Called when the user prefers to read. */
  onShowText(): void;
  /** Called when the video can't be shown. */
  onError(): void;
}

/** The tutorial as a video, with a card below it that says what it shows. */
export function VideoTutorial({ src, poster, ratio, from, onShowText, onError, ...props }: Props) {
  const t = useText(words);
  const { step, number, count, onNext, onSkip } = props;
  const title = t(`tutorial.${step.key}.title`);
  const locale = useLocale();
  const video = useRef<HTMLVideoElement>(null);
  const { phase, play, stop, nextStep } = useStepVideo({ video, end: step.at, onError });
  const startAt = useRef(from);
  useEffect(() => {
    if (video.current) video.current.currentTime = startAt.current;
  }, []);
  const next = () => {
    // With large text the card is higher than the screen, so the user had to scroll to reach the button.
    video.current?.parentElement?.scrollIntoView?.({ block: 'nearest' });
    nextStep();
    onNext();
  };
  const isReached = phase === 'reached';
  return (
    <Screen>
      <Film>
        <video
          ref={video}
          src={src}
          poster={poster}
          muted
          playsInline
          preload="auto"
          aria-label={title}
          data-paused={isReached || undefined}
          style={{ '--ratio': ratio, '--focus': step.percent / 100 } as CSSProperties}
          onError={onError}
        >
          <track
            kind="captions"
            src={captionsFor(locale, needsApprovedDomain())}
            srcLang={LANGUAGE_TAG[locale]}
            label={title}
          />
        </video>
      </Film>
      <Card>
        <Stack $gap={8}>
          <ProgressBar {...props} />
          <div>
            <SpreadRow>
              <Soft>{useProgressLine(props)}</Soft>
              {number < count && (
                <Button variant="plain" compact onClick={onSkip}>
                  {t('tutorial.skip')}
                </Button>
              )}
            </SpreadRow>
            <ScreenHeading key={step.key}>{title}</ScreenHeading>
          </div>
          <StepText>{useStepText(step)}</StepText>
          <VisuallyHidden role="status">{isReached && t('tutorial.paused')}</VisuallyHidden>
          <SpreadRow>
            <Button variant="plain" compact onClick={onShowText}>
              {t('tutorial.read')}
            </Button>
            {isReached ? (
              <NextControls {...props} compact onNext={next} />
            ) : (
              <PlayButton isPlaying={phase !== 'stopped'} onPlay={play} onStop={stop} />
            )}
          </SpreadRow>
        </Stack>
      </Card>
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
