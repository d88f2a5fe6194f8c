import { type ComponentType, Fragment, useCallback, useEffect, useId, useState } from 'react';
import { idle } from '../../platform/page.ts';
import { prefersStillness } from '../theme/theme.ts';
import { FITS, type LoopName, pathData, type Still } from './animations.ts';
import type { LottiePlayerProps } from './LottiePlayer.tsx';
import './animation.css';
import stills from './stills.json';

/** Renders the picture shown until an animation plays, or instead of it. */
function StillFrame({ still: { size, shapes }, fit }: { still: Still; fit: keyof typeof FITS }) {
  const gradient = useId();
  return (
    <svg
      viewBox={`0 0 ${size.join(' ')}`}
      preserveAspectRatio={FITS[fit]}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes.map(({ light, d, circles, ...look }) => (
        <Fragment key={look.className + pathData({ d, circles })}>
          {light && (
            <radialGradient id={gradient}>
              {light.map(([offset, alpha]) => (
                <stop key={offset} offset={offset} stopOpacity={alpha} />
              ))}
            </radialGradient>
          )}
          <path {...look} d={pathData({ d, circles })} fill={light && `url(#${gradient})`} />
        </Fragment>
      ))}
    </svg>
  );
}

type Player = ComponentType<LottiePlayerProps>;

let player: Player | undefined;

export const loadedPlayer = () => player;

const pageLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else window.addEventListener('load', resolve, { once: true });
  });

/**
 * Loads the player, in one file with all animations, once the page has loaded and is idle. Rejects if it can't be
 * fetched, or if `signal` aborts before the download: a short wait is over by then, and needs no player.
 */
export async function loadPlayer(signal?: AbortSignal): Promise<Player> {
  if (player) return player;
  await pageLoaded();
  await idle();
  signal?.throwIfAborted();
  const module = await import(/* webpackChunkName: "lottie", webpackFetchPriority: "low" */ './LottiePlayer.tsx');
  player = module.LottiePlayer;
  return player;
}

/** Most waits end earlier, and are not worth the download of the player (ms). */
const SHORT_WAIT_MS = 500;

/** "still" with reduced motion and after a failure; null while the player is loading. */
type Playback = { Player: Player } | 'still' | null;

function initialPlayback(): Playback {
  if (prefersStillness()) return 'still';
  return player ? { Player: player } : null;
}

/** Loads the player, unless reduced motion is preferred. */
export function usePlayback(): [Playback, fail: (error: unknown) => void] {
  const [playback, setPlayback] = useState(initialPlayback);
  const fail = useCallback((error: unknown) => {
    console.info('An animation could not be played', error);
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

export interface AnimationStageProps extends Omit<LottiePlayerProps, 'fit' | 'onReady'> {
  still: Still;
  /** The still is not the first frame: it is shown only if nothing plays. */
  startsEmpty?: boolean;
  playback: Playback;
  /** Maximum width in px; without it the animation covers its container. */
  width?: number | undefined;
  onReady?: (() => void) | undefined;
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

const STILLS = stills as unknown as Record<LoopName, Still>;

interface LoopProps extends Pick<AnimationStageProps, 'width' | 'isPaused' | 'onReady'> {
  name: LoopName;
}

/** Renders an animation that runs until it is unmounted. Shows its first frame until the player draws. */
export function Loop({ name, width, isPaused = false, onReady }: LoopProps) {
  const [playback, fail] = usePlayback();
  return <AnimationStage {...{ name, width, isPaused, playback, onReady }} loop still={STILLS[name]} onError={fail} />;
}

/** Renders the first frame of a loop, covering its container without a width. Loads nothing. */
export function LoopStill({ name, width }: Pick<LoopProps, 'name' | 'width'>) {
  return <AnimationStage name={name} still={STILLS[name]} playback={null} width={width} />;
}
