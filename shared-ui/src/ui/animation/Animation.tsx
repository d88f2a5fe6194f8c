import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Spinner } from '../components/Button.tsx';
import { SuccessMark } from '../components/SuccessMark.tsx';
import { prefersStillness } from '../theme/index.ts';
import type { DrawnAnimation } from './drawn.ts';
import { Player } from './Player.tsx';
import { StillCompass } from './StillCompass.tsx';

export type AnimationName = 'background' | 'compass' | 'loader' | 'scan-success';

interface Score {
  /** Width over height. */
  ratio: number;
  /** Length of one run, in ms. */
  length: number;
  loop: boolean;
  /** Moments that the page can act on, in ms from the start. */
  markers: readonly { name: string; at: number }[];
  still: ReactNode;
  load(): Promise<{ default: DrawnAnimation }>;
}

/** Lengths and sizes: docs/product-rules.md#constants. */
const SCORES: Record<AnimationName, Score> = {
  background: {
    ratio: 360 / 800,
    length: 85_000,
    loop: true,
    markers: [],
    still: null,
    load: () => import('./background.drawn.json'),
  },
  compass: {
    ratio: 1500 / 400,
    length: 3000,
    loop: true,
    markers: [],
    still: <StillCompass />,
    load: () => import('./compass.drawn.json'),
  },
  loader: {
    ratio: 1,
    length: 5000,
    loop: true,
    markers: [],
    still: <Spinner />,
    load: () => import('./loader.drawn.json'),
  },
  'scan-success': {
    ratio: 1,
    length: 2000,
    loop: false,
    markers: [{ name: 'caption', at: 1000 }],
    still: <SuccessMark />,
    load: () => import('./scan-success.drawn.json'),
  },
};

/** Paints the drawings' layers with the theme. */
const Stage = styled.div`
  display: grid;
  place-items: center;
  inline-size: 100%;
  margin-inline: auto;

  &[data-cover] {
    position: absolute;
    inset: 0;
    block-size: 100%;
  }
  .ink-star path {
    fill: var(--star);
  }
  .ink-brand path {
    fill: var(--brand);
  }
  .ink-brand-line path {
    stroke: var(--brand);
  }
  .ink-brand-soft path {
    fill: var(--brand-soft);
  }
  .ink-brand-soft-line path {
    stroke: var(--brand-soft);
  }
  .ink-surface path {
    fill: var(--surface);
  }
  .ink-act path {
    stroke: var(--act);
  }
  .ink-act-soft path {
    fill: var(--act-soft);
  }
  .ink-white path {
    fill: var(--on-night);
  }
  .ink-white-line path {
    stroke: var(--on-night);
  }
  .ink-gold path {
    fill: var(--gold);
  }
  .ink-gold-line path {
    stroke: var(--gold);
  }
`;

export interface AnimationProps {
  name: AnimationName;
  /** Greatest width in px; without it the drawing covers the box around it. */
  width?: number;
  /** Holds the drawing where it is. */
  isPaused?: boolean;
  /** The drawing is on the page and moves. */
  onReady?: () => void;
  /** A named moment has come ("caption" of scan-success: half way). */
  onMarker?: (name: string) => void;
  /** The end of an animation that does not loop. */
  onComplete?: () => void;
}

/** The drawing once it is here; null while it comes; "still" when nothing is to move or it could not come. */
type Ready = DrawnAnimation | 'still' | null;

function useReady(load: Score['load']): [Ready, () => void] {
  const [ready, setReady] = useState<Ready>(() => (prefersStillness() ? 'still' : null));
  const stop = () => setReady('still');
  useEffect(() => {
    if (prefersStillness()) return;
    let wanted = true;
    load().then(
      ({ default: drawn }) => wanted && setReady(drawn),
      () => wanted && setReady('still'),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return [ready, stop];
}

interface Moments {
  onMarker: AnimationProps['onMarker'] | undefined;
  onComplete: AnimationProps['onComplete'] | undefined;
}

/** Says the moments of a run, once it has begun: of what moves, and of the still picture in its place alike. */
function useMoments({ markers, loop, length }: Score, hasBegun: boolean, calls: Moments): void {
  const latest = useRef<Moments>(calls);
  latest.current = calls;
  useEffect(() => {
    if (!hasBegun) return;
    const timers = markers.map(({ name, at }) => setTimeout(() => latest.current.onMarker?.(name), at));
    if (!loop) timers.push(setTimeout(() => latest.current.onComplete?.(), length));
    return () => timers.forEach(clearTimeout);
  }, [markers, loop, length, hasBegun]);
}

/**
 * An animation of the product. Its drawing comes when it is needed. Where the person asked for less motion, or the drawing
 * could not be fetched, a still picture stands instead and the moments come at the same times. Decorative: the
 * words beside it say what happened.
 */
export function Animation({ name, width, isPaused = false, onReady, onMarker, onComplete }: AnimationProps) {
  const score = SCORES[name];
  const [ready, stop] = useReady(score.load);
  const [isMoving, setIsMoving] = useState(false);
  useMoments(score, ready === 'still' || isMoving, { onMarker, onComplete });
  const isCover = width === undefined;
  return (
    <Stage
      aria-hidden="true"
      data-animation={name}
      data-cover={isCover || undefined}
      style={isCover ? undefined : { maxInlineSize: width, aspectRatio: score.ratio }}
    >
      {ready === 'still' && score.still}
      {ready !== null && ready !== 'still' && (
        <Player
          drawn={ready}
          loop={score.loop}
          cover={isCover}
          isPaused={isPaused}
          onReady={() => {
            setIsMoving(true);
            onReady?.();
          }}
          onError={stop}
        />
      )}
    </Stage>
  );
}
