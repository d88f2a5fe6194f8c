import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { Button, IconButton, Row, ScreenHeading, Soft, Stack, useText, VisuallyHidden } from 'shared-ui';
import { LANGUAGES, type Language, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { words } from '../../words-tutorial.ts';
import {
  NextControls,
  needsApprovedDomain,
  ProgressBar,
  type TutorialProps,
  useProgressLine,
  useStepText,
} from './parts.tsx';
import { captionsFor } from './videos.ts';

/** The film fills the screen. The card covers the end of it where the step shows nothing. */
const Screen = styled.div`
  position: relative;
  display: flex;
  flex: none;
  flex-direction: column;
  min-block-size: 100%;
  background: var(--night-deep);
  overflow: clip;

  &[data-card='top'] {
    flex-direction: column-reverse;
  }
  /* On a screen that is wider than high they share the width. */
  @media (min-aspect-ratio: 1) {
    &[data-card] {
      flex-direction: row;
      align-items: center;
    }
  }
`;

/**
 * What the card leaves of the screen. The film extends under the card; with large text it moves until it shows what the
 * step points at.
 */
const Film = styled.div`
  position: relative;
  /* With very large text the screen scrolls, and the film keeps a useful size. (Chromium gives a minimum size no cqb.) */
  flex: 1 0 35dvh;
  container-type: size;

  > video {
    --width: max(100cqi, var(--screen) / var(--ratio));
    --height: calc(var(--width) * var(--ratio));
    position: absolute;
    inset-block-start: max(100cqb - var(--height), min(0px, 100cqb - var(--height) * (var(--focus) + 0.1)));
    inset-inline: calc(50% - var(--width) / 2) auto;
    inline-size: var(--width);
    max-inline-size: none;
    block-size: var(--height);
  }
  @media (min-aspect-ratio: 1) {
    flex: 1;
    align-self: stretch;

    > video {
      --width: min(100cqi, 100cqb / var(--ratio));
      inset-block-start: calc((100cqb - var(--height)) / 2);
    }
  }
`;

const Card = styled.div`
  position: relative;
  flex: none;
  inline-size: calc(100% - 2 * var(--space-3));
  max-inline-size: var(--column);
  margin: max(var(--space-3), env(safe-area-inset-top)) auto max(var(--space-3), env(safe-area-inset-bottom));
  padding: var(--space-3) var(--space-4) var(--space-2);
  border-radius: var(--radius-l);
  background: var(--surface);
  box-shadow: var(--shadow-3);

  h1 {
    font-size: var(--text-l);
  }
  @media (min-aspect-ratio: 1) {
    flex: 1;
    margin-inline: var(--space-3);
  }
`;

/** A row with its parts at both ends. Plain buttons extend to the card's edge, so that their text aligns. */
const SpreadRow = styled(Row)`
  justify-content: space-between;
  min-block-size: var(--target);

  > [data-variant='plain'] {
    margin-inline: calc(-1 * var(--space-4));
  }
`;

/** The first row: no higher than its text; the button's target extends over what can't be pressed. */
const FirstRow = styled(SpreadRow)`
  min-block-size: 0;

  > [data-variant='plain'] {
    margin-block: calc(-1 * var(--space-3));
  }
`;

interface Props extends TutorialProps {
  src: string;
  poster: string;
  /** Height of the film divided by its width. */
  ratio: number;
  /** Start of the video, in seconds: the end of the previous step. */
  from: number;
  /** Called when the user prefers to read. */
  onShowText(): void;
  /** Called when the video can't be shown. */
  onError(): void;
}

/** The tutorial as a video over the whole screen, with a card that says what it shows. */
export function VideoTutorial({ src, poster, ratio, from, onShowText, onError, ...props }: Props) {
  const t = useText(words);
  const { step, number, count, onNext, onSkip } = props;
  const title = t(`tutorial.${step.key}.title`);
  const language = useLanguage();
  const captions = useCaptions(language);
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
    <Screen data-card={step.percent > 50 ? 'top' : 'bottom'}>
      <Film>
        <video
          ref={video}
          src={src}
          poster={poster}
          muted
          playsInline
          preload="auto"
          aria-label={title}
          style={{ '--ratio': ratio, '--focus': step.percent / 100 } as CSSProperties}
          onError={onError}
        >
          <track kind="captions" src={captions} srcLang={LANGUAGES[language].tag} label={title} />
        </video>
      </Film>
      <Card>
        <Stack $gap={6}>
          <ProgressBar {...props} />
          <div>
            <FirstRow>
              <Soft>{useProgressLine(props)}</Soft>
              {number < count && (
                <Button variant="plain" compact onClick={onSkip}>
                  {t('tutorial.skip')}
                </Button>
              )}
            </FirstRow>
            <ScreenHeading key={step.key}>{title}</ScreenHeading>
          </div>
          <p>{useStepText(step)}</p>
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

/** Returns the address of the captions in a language; undefined until it is known. */
function useCaptions(language: Language): string | undefined {
  const [captions, setCaptions] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const show = (address: string) => isCurrent && setCaptions(address);
    // Without captions, the card still has the text of each step.
    captionsFor(language, needsApprovedDomain()).then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return captions;
}

function PlayButton({ isPlaying, onPlay, onStop }: { isPlaying: boolean; onPlay(): void; onStop(): void }) {
  const t = useText(words);
  return isPlaying ? (
    <IconButton label={t('tutorial.pause')} icon={<Pause />} onClick={onStop} />
  ) : (
    <IconButton label={t('tutorial.play')} icon={<Play />} onClick={onPlay} />
  );
}

/** Delay before the video starts, and before it continues after a step (ms; docs/product-rules.md#constants). */
const START_MS = 1_000;

/** Minimum interval between two checks of the video's position (ms). */
const POLL_INTERVAL_MS = 20;

/** `reached`: paused at the end of its step. `stopped`: paused by the user or the browser. */
type VideoPhase = 'waiting' | 'playing' | 'stopped' | 'reached';

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  /** End of this step, in seconds. */
  end: number;
  /** Called when the video can't be shown. */
  onError(): void;
}

/** Calls `onReached` once the video is at `end`. Returns a function that stops polling. */
function watchFor(video: HTMLVideoElement, end: number, onReached: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const poll = () => {
    const left = (end - video.currentTime) * 1_000;
    if (left <= 0 || video.ended) onReached();
    else timer = setTimeout(poll, Math.max(left, POLL_INTERVAL_MS));
  };
  poll();
  return () => clearTimeout(timer);
}

/**
 * Plays the video one step at a time: it starts a second after the step begins and pauses at the step's end. If the
 * browser blocks autoplay, the video stays stopped until `play` is called.
 */
function useStepVideo({ video, end, onError }: Options) {
  const [phase, setPhase] = useState<VideoPhase>('waiting');
  const onErrorRef = useRef(onError);
  onErrorRef.current = onError;

  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => setPhase('playing'), START_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  useEffect(() => {
    const element = video.current;
    if (phase !== 'playing' || !element) return;
    let isCancelled = false;
    element.play().catch((error: DOMException) => {
      if (isCancelled) return;
      if (error.name === 'NotAllowedError' || error.name === 'AbortError') setPhase('stopped');
      else onErrorRef.current();
    });
    const stopPolling = watchFor(element, end, () => setPhase('reached'));
    // Phones pause videos too, for a call or to save power.
    const onPause = () => element.ended || setPhase('stopped');
    element.addEventListener('pause', onPause);
    return () => {
      isCancelled = true;
      stopPolling();
      element.removeEventListener('pause', onPause);
      element.pause();
    };
  }, [phase, end, video]);

  return {
    phase,
    play: () => setPhase('playing'),
    stop: () => setPhase('stopped'),
    nextStep: () => setPhase('waiting'),
  };
}
