import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import type { SkyMotionProps } from '../animation/SkyMotion.tsx';
import { GUIDE, SKY_SIZE, SMALL_STARS, WAY } from '../animation/sky.ts';
import { fadeIn, prefersStillness } from '../theme/index.ts';

/** The sky begins to move this long after it is there, in milliseconds: never in the way of the first screen. */
const REST_MS = 1_500;

const rise = keyframes`from { transform: scale(0.6) rotate(-40deg); opacity: 0 }`;

const Sky = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  inline-size: 100%;
  min-block-size: var(--screen);
  background: radial-gradient(120% 70% at 70% 0%, var(--night-glow) 0%, var(--night) 45%, var(--night-deep) 100%);
  color: var(--on-night);
  overflow: hidden;
  isolation: isolate;
`;

/** As wide as a phone at most: beyond that the stars would be lamps. */
const Picture = styled.div`
  position: absolute;
  inset-block: 0;
  inset-inline: max(0px, 50% - var(--column) / 2);
  z-index: -1;

  > svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
  }
  > [data-animation] {
    animation: ${fadeIn} var(--list) var(--ease);
  }
  .small {
    fill: var(--on-night);
  }
  .way {
    stroke: var(--gold);
    stroke-opacity: 0.6;
  }
  .star {
    fill: var(--gold);
    transform-box: fill-box;
    transform-origin: center;
    animation: ${rise} 0.9s var(--ease);
  }
  stop {
    stop-color: var(--gold);
  }
  [dir='rtl'] & {
    transform: scaleX(-1);
  }
`;

const Ground = styled.div`
  inline-size: 100%;
  max-inline-size: var(--column);
  margin: auto auto 0;
  padding: 40vh var(--space-5) calc(28px + env(safe-area-inset-bottom));
  --brand: #fff;
  --brand-soft: rgb(255 255 255 / 0.12);

  /* On a low screen the words stand on the way to the star. */
  @media (max-height: 700px) {
    background: linear-gradient(transparent 25%, rgb(7 31 40 / 0.9) 50%);
  }

  h1 {
    font-size: 2.25rem;
  }
  p {
    margin-block-start: 14px;
    font-size: var(--text-l);
  }
`;

const [GUIDE_X, GUIDE_Y] = GUIDE.at;
const WAIST = GUIDE.reach * 0.216;
/** The guiding star's outline: four arms and the waist between each two. */
const STAR = [0, 90, 180, 270]
  .flatMap((degrees) => [
    [0, -GUIDE.reach, degrees],
    [WAIST, -WAIST, degrees],
  ])
  .map(([x = 0, y = 0, degrees = 0]) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x * Math.cos(angle) - y * Math.sin(angle)).toFixed(1)} ${(x * Math.sin(angle) + y * Math.cos(angle)).toFixed(1)}`;
  })
  .join('L');

const [SET_OUT, TURN, ARRIVAL] = WAY;
const PATH = `M${SET_OUT.at}C${SET_OUT.leave} ${TURN.arrive} ${TURN.at}C${TURN.leave} ${ARRIVAL.arrive} ${ARRIVAL.at}`;

/** The sky as it stands before it moves, and where people want no motion. */
function StillSky() {
  return (
    <svg viewBox={`0 0 ${SKY_SIZE.join(' ')}`} fill="none" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <defs>
        <radialGradient id="guide-light">
          <stop offset="0" stopOpacity="0.36" />
          <stop offset="0.5" stopOpacity="0.12" />
          <stop offset="1" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className="small">
        {SMALL_STARS.map(([cx, cy, r]) => (
          <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r={r} opacity="0.8" />
        ))}
      </g>
      <path className="way" strokeWidth="2" strokeDasharray="2 8" strokeLinecap="round" d={PATH} />
      <circle cx={GUIDE_X} cy={GUIDE_Y} r="74" fill="url(#guide-light)" />
      <g transform={`translate(${GUIDE_X} ${GUIDE_Y})`}>
        <path className="star" d={`M${STAR}z`} />
      </g>
      <circle cx={SET_OUT.at[0]} cy={SET_OUT.at[1]} r="6" fill="#fff" />
    </svg>
  );
}

/** The moving sky once it has been fetched; null before that, and where it shall not come at all. */
function useMotion(): ComponentType<SkyMotionProps> | null {
  const [motion, setMotion] = useState<{ Sky: ComponentType<SkyMotionProps> } | null>(null);
  useEffect(() => {
    if (prefersStillness()) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      import('../animation/SkyMotion.tsx').then(
        ({ SkyMotion }) => isWanted && setMotion({ Sky: SkyMotion }),
        (error) => console.info('The sky stands still', error),
      );
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return motion?.Sky ?? null;
}

/**
 * The night sky with the guiding star and the way to it: the first screens. Its words and buttons stand at the bottom.
 * It is a picture at first and begins to move when the page has come to rest.
 */
export function NightSky({ children }: { children: ReactNode }) {
  const Motion = useMotion();
  const [isMoving, setIsMoving] = useState(false);
  return (
    <Sky data-theme="dark">
      {!isMoving && (
        <Picture>
          <StillSky />
        </Picture>
      )}
      {Motion && <Motion frame={Picture} onReady={() => setIsMoving(true)} />}
      <Ground>{children}</Ground>
    </Sky>
  );
}
