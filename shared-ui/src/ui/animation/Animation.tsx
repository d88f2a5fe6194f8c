/**
 * Entry `shared-ui/animation`: the product's animations. The player is loaded when the first one is shown.
 * @module
 */
import { useEffect, useRef } from 'react';
import { prefersStillness } from '../theme/theme.ts';
import { AnimationStage, type AnimationStageProps, Loop, loadPlayer, usePlayback } from './AnimationStage.tsx';
import type { AnimationName, Still } from './animations.ts';
import successStill from './success-still.json';

export type { AnimationName };

/** When the caption of scan-success appears and when it ends (ms), as in its Lottie JSON. */
const SCAN_SUCCESS = { caption: 1000, end: 2000 };

export interface AnimationProps {
  name: AnimationName;
  /** Maximum width in px; without it the animation covers its container. */
  width?: number;
  isPaused?: boolean;
  /** Called when the animation is rendered and moving. */
  onReady?: () => void;
  /** Called at a named marker ("caption" of scan-success: half way). */
  onMarker?: (name: string) => void;
  /** Called at the end of an animation that does not loop. */
  onComplete?: () => void;
}

/**
 * Renders an animation. Shows a still of the same size until the player is loaded, with reduced motion, and if the
 * player can't be loaded; the callbacks then come at the same times. Decorative: the accompanying text says what
 * happened.
 */
export function Animation({ name, width, isPaused = false, onReady, onMarker, onComplete }: AnimationProps) {
  if (name === 'scan-success') return <ScanSuccess {...{ width, isPaused, onReady, onMarker, onComplete }} />;
  return <Loop {...{ name, width, isPaused, onReady }} />;
}

type ScanSuccessProps = Omit<AnimationStageProps, 'name' | 'still' | 'playback'>;

/** The first frame is empty, so the still is the last one, shown only if nothing plays. */
function ScanSuccess({ isPaused = false, onMarker, onComplete, ...rest }: ScanSuccessProps) {
  const [playback, fail] = usePlayback();
  const calls = useRef({ onMarker, onComplete });
  calls.current = { onMarker, onComplete };
  const isStill = playback === 'still';
  useEffect(() => {
    if (!isStill) return;
    const caption = setTimeout(() => calls.current.onMarker?.('caption'), SCAN_SUCCESS.caption);
    const end = setTimeout(() => calls.current.onComplete?.(), SCAN_SUCCESS.end);
    return () => {
      clearTimeout(caption);
      clearTimeout(end);
    };
  }, [isStill]);
  return (
    <AnimationStage
      name="scan-success"
      still={successStill as unknown as Still}
      startsEmpty
      loop={false}
      {...{ playback, isPaused, onMarker, onComplete, ...rest }}
      onError={fail}
    />
  );
}

/** Preloads the animations that a next step shows, so that they play immediately. Not with reduced motion. */
export function usePrefetchAnimations(): void {
  useEffect(() => {
    if (prefersStillness()) return;
    loadPlayer().catch((error: unknown) => console.info('The animations could not be loaded', error));
  }, []);
}
