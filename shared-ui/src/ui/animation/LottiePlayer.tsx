import { useLottieLight } from 'lottie-react';
import { useEffect } from 'react';
import { type AnimationName, FITS } from './animations.ts';
import background from './lottie/background.json';
import compass from './lottie/compass.json';
import loader from './lottie/loader.json';
import scanSuccess from './lottie/scan-success.json';

export const SOURCES: Record<AnimationName, object> = { background, compass, loader, 'scan-success': scanSuccess };

export interface LottiePlayerProps {
  name: AnimationName;
  loop?: boolean;
  fit: keyof typeof FITS;
  isPaused?: boolean;
  /** Called when the first frame is rendered. */
  onReady(): void;
  onMarker?: ((name: string) => void) | undefined;
  /** Called at the end of an animation that does not loop. */
  onComplete?: (() => void) | undefined;
  onError?: ((error: Error) => void) | undefined;
}

/** Compared by content, so that a re-render does not load the animation again. */
const SETTINGS = {
  contain: { preserveAspectRatio: FITS.contain },
  cover: { preserveAspectRatio: FITS.cover },
} as const;

/**
 * Plays Lottie JSON with lottie-react's light engine (SVG only, no expressions, no `eval`). Renders its own element:
 * the package's display component writes a style element, which the page's security policy forbids.
 */
export function LottiePlayer(props: LottiePlayerProps) {
  const { name, loop = false, fit, isPaused = false, onReady, onMarker, onComplete, onError } = props;
  const { setDisplayRef, animationItem, play, pause } = useLottieLight({
    src: SOURCES[name],
    loop,
    autoplay: true,
    rendererSettings: SETTINGS[fit],
    subscriptions: {
      ready: onReady,
      marker: ({ marker }) => onMarker?.(marker),
      complete: () => onComplete?.(),
      error: ({ error }) => onError?.(error),
    },
  });
  useEffect(() => {
    // Draws only the animation's own frames, not one per screen refresh.
    animationItem?.setSubframe(false);
    if (isPaused) pause();
    else play();
  }, [animationItem, isPaused, pause, play]);
  return <span ref={setDisplayRef} />;
}
