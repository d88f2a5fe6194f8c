import { AnimationStage, usePlayback } from './AnimationStage.tsx';
import type { LoopName } from './animations.ts';
import type { Still } from './still.ts';
import stills from './stills.json';

const STILLS = stills as unknown as Record<LoopName, Still>;

interface LoopProps {
  name: LoopName;
  /** Greatest width in px; without it the animation covers the box around it. */
  width?: number | undefined;
  isPaused?: boolean;
  onReady?: (() => void) | undefined;
}

/** An animation that runs until it is no longer needed. Its first frame is shown until the player draws. */
export function Loop({ name, width, isPaused = false, onReady }: LoopProps) {
  const [playback, fail] = usePlayback();
  return <AnimationStage {...{ name, width, isPaused, playback, onReady }} loop still={STILLS[name]} onError={fail} />;
}

/** The first frame of an animation that covers the box around it. Loads nothing. */
export function LoopStill({ name }: { name: LoopName }) {
  return <AnimationStage name={name} still={STILLS[name]} playback={null} />;
}
