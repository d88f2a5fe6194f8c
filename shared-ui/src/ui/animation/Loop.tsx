import { AnimationStage, usePlayback } from './AnimationStage.tsx';
import type { LoopName } from './animations.ts';
import type { Still } from './still.ts';
import stills from './stills.json';

const STILLS = stills as unknown as Record<LoopName, Still>;

interface LoopProps {
  name: LoopName;
  /** Maximum width in px; without it the animation covers its container. */
  width?: number | undefined;
  isPaused?: boolean;
  onReady?: (() => void) | undefined;
}

/** Renders an animation that runs until it is unmounted. Shows its first frame until the player draws. */
export function Loop({ name, width, isPaused = false, onReady }: LoopProps) {
  const [playback, fail] = usePlayback();
  return <AnimationStage {...{ name, width, isPaused, playback, onReady }} loop still={STILLS[name]} onError={fail} />;
}

/** Renders the first frame of a loop, covering its container. Loads nothing. */
export function LoopStill({ name }: { name: LoopName }) {
  return <AnimationStage name={name} still={STILLS[name]} playback={null} />;
}
