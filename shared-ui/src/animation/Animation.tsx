import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { SuccessMark } from '../components/index.ts';
import { prefersStillness } from '../theme/index.ts';
import type { PlayerProps } from './Player.tsx';
import { StillCompass } from './StillCompass.tsx';

export type AnimationName = 'scan-success' | 'compass';

interface Score {
  /** Width over height. */
  ratio: number;
  /** Length of one run, in ms. */
  length: number;
  loop: boolean;
  /** Moments that the page can act on, in ms from the start. */
  markers: readonly { name: string; at: number }[];
  still: ReactNode;
  load(): Promise<{ default: object }>;
}

/** Frame rates, lengths and sizes: specification, section 9. */
const SCORES: Record<AnimationName, Score> = {
  'scan-success': {
    ratio: 1,
    length: 2000,
    loop: false,
    markers: [{ name: 'caption', at: 1000 }],
    still: <SuccessMark />,
    load: () => import('./scan-success.json'),
  },
  compass: {
    ratio: 1500 / 400,
    length: 3000,
    loop: true,
    markers: [],
    still: <StillCompass />,
    load: () => import('./compass.json'),
  },
};

/** Paints the drawings' layers with the theme. */
const Stage = styled.div`
  display: grid;
  place-items: center;
  inline-size: 100%;
  margin-inline: auto;

  .ink-star path {
    fill: var(--star);
  }
  .ink-brand path[fill-opacity='0'] {
    stroke: var(--brand);
  }
  .ink-brand path:not([fill-opacity='0']) {
    fill: var(--brand);
  }
  .ink-brand-soft path {
    fill: var(--brand-soft);
  }
  .ink-act path {
    stroke: var(--act);
  }
  .ink-act-soft path {
    fill: var(--act-soft);
  }
`;

export interface AnimationProps {
  name: AnimationName;
  /** Greatest width in px. */
  width: number;
  /** A named moment has come ("caption" of scan-success: half way). */
  onMarker?: (name: string) => void;
  /** The end of an animation that does not loop. */
  onComplete?: () => void;
}

/** Player and drawing once they are here; null while they come; "still" when nothing is to move or they could not come. */
type Ready = { Player: ComponentType<PlayerProps>; drawing: object } | 'still' | null;

function useReady(load: Score['load']): [Ready, () => void] {
  const [ready, setReady] = useState<Ready>(() => (prefersStillness() ? 'still' : null));
  const stop = () => setReady('still');
  useEffect(() => {
    if (prefersStillness()) return;
    let wanted = true;
    Promise.all([import('./Player.tsx'), load()]).then(
      ([{ Player }, { default: drawing }]) => wanted && setReady({ Player, drawing }),
      () => wanted && setReady('still'),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return [ready, stop];
}

/**
 * A Lottie animation. Its player comes when it is needed. Where the person asked for less motion, or the player
 * could not be fetched, a still picture stands instead and the moments come at the same times. Decorative: the
 * words beside it say what happened.
 */
export function Animation({ name, width, onMarker, onComplete }: AnimationProps) {
  const score = SCORES[name];
  const [ready, stop] = useReady(score.load);
  return (
    <Stage aria-hidden="true" data-animation={name} style={{ maxInlineSize: width, aspectRatio: score.ratio }}>
      {ready === 'still' && <Still score={score} onMarker={onMarker} onComplete={onComplete} />}
      {ready !== null && ready !== 'still' && (
        <ready.Player
          drawing={ready.drawing}
          loop={score.loop}
          onMarker={onMarker}
          onComplete={onComplete}
          onError={stop}
        />
      )}
    </Stage>
  );
}

interface Moments {
  onMarker: AnimationProps['onMarker'] | undefined;
  onComplete: AnimationProps['onComplete'] | undefined;
}

function Still({ score, ...moments }: Moments & { score: Score }) {
  const latest = useRef<Moments>(moments);
  latest.current = moments;
  useEffect(() => {
    const timers = score.markers.map(({ name, at }) => setTimeout(() => latest.current.onMarker?.(name), at));
    if (!score.loop) timers.push(setTimeout(() => latest.current.onComplete?.(), score.length));
    return () => timers.forEach(clearTimeout);
  }, [score]);
  return score.still;
}
