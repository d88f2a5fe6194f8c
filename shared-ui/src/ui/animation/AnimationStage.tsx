import { useCallback, useEffect, useState } from 'react';
import { prefersStillness } from '../theme/index.ts';
import type { AnimationName } from './animations.ts';
import { loadedPlayer, loadPlayer } from './load.ts';
import { StillFrame } from './StillFrame.tsx';
import type { Still } from './still.ts';
import './animation.css';

/** Most waits end earlier, and are not worth the download of the player (ms). */
const SHORT_WAIT_MS = 500;

/** "still" with reduced motion and after a failure; null while the player is loading. */
export type Playback = { Player: NonNullable<ReturnType<typeof loadedPlayer>> } | 'still' | null;

function initialPlayback(): Playback {
  if (prefersStillness()) return 'still';
  const Player = loadedPlayer();
  return Player ? { Player } : null;
}

/** Loads the player, unless reduced motion is preferred. */
export function usePlayback(): [Playback, fail: (error: unknown) => void] {
  const [playback, setPlayback] = useState(initialPlayback);
  const fail = useCallback((error: unknown) => {
    console.info('An animation can’t be played', error);
    setPlayback('still');
  }, []);
  const isLoading = playback === null;
  useEffect(() => {
    if (!isLoading) return;
    const ended = new AbortController();
    const load = () =>
      loadPlayer(ended.signal).then(
        (Player) => !ended.signal.aborted && setPlayback({ Player }),
        (error: unknown) => !ended.signal.aborted && fail(error),
      );
    const timer = setTimeout(load, SHORT_WAIT_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [isLoading, fail]);
  return [playback, fail];
}

interface AnimationStageProps {
  name: AnimationName;
  still: Still;
  /** The still is not the first frame: it is shown only if nothing plays. */
  startsEmpty?: boolean;
  loop?: boolean;
  playback: Playback;
  /** Maximum width in px; without it the animation covers its container. */
  width?: number | undefined;
  isPaused?: boolean;
  onReady?: (() => void) | undefined;
  onMarker?: ((name: string) => void) | undefined;
  onComplete?: (() => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
}

/**
 * Shows an animation in its box, or its still until the player draws. Hidden from screen readers: the accompanying text
 * says what happened.
 */
export function AnimationStage({ still, startsEmpty, playback, width, onReady, ...rest }: AnimationStageProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const isCover = width === undefined;
  const fit = isCover ? 'cover' : 'contain';
  const isStill = playback === 'still';
  const [w, h] = still.size;
  return (
    // A span, as a spinner may be inside a sentence or a button.
    <span
      aria-hidden="true"
      data-animation={rest.name}
      data-cover={isCover || undefined}
      data-playing={(isPlaying && !isStill) || undefined}
      style={isCover ? undefined : { maxInlineSize: width, aspectRatio: w / h }}
    >
      {(isStill || !(isPlaying || startsEmpty)) && <StillFrame still={still} fit={fit} />}
      {playback && !isStill && (
        <playback.Player
          {...rest}
          fit={fit}
          onReady={() => {
            setIsPlaying(true);
            onReady?.();
          }}
        />
      )}
    </span>
  );
}
