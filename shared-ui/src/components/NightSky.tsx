import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';

const twinkle = keyframes`50% { opacity: 0.25 }`;
const shine = keyframes`50% { transform: scale(1.06) rotate(3deg) }`;
const travel = keyframes`to { stroke-dashoffset: -22 }`;

const Sky = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  inline-size: 100%;
  min-block-size: 100dvh;
  background: radial-gradient(120% 70% at 70% 0%, var(--night-glow) 0%, var(--night) 45%, var(--night-deep) 100%);
  color: var(--on-night);
  overflow: hidden;

  > svg {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    inline-size: 100%;
    block-size: min(100%, 620px);
  }
  .small {
    fill: #fff;
  }
  .small > :nth-child(odd) {
    animation: ${twinkle} 4s ease-in-out infinite;
  }
  .small > :nth-child(3n) {
    animation: ${twinkle} 5.5s ease-in-out 1s infinite;
  }
  .way {
    stroke: var(--gold);
    stroke-opacity: 0.6;
    animation: ${travel} 1.8s linear infinite;
  }
  .star {
    fill: var(--gold);
    transform-origin: 318px 150px;
    animation: ${shine} 5s ease-in-out infinite;
  }
  .glow {
    fill: var(--gold);
    opacity: 0.1;
  }
  [dir='rtl'] & > svg {
    transform: scaleX(-1);
  }
`;

const Ground = styled.div`
  position: relative;
  inline-size: 100%;
  max-inline-size: var(--column);
  margin: auto auto 0;
  padding: 40vh var(--space-5) calc(28px + env(safe-area-inset-bottom));
  --brand: #fff;
  --brand-soft: rgb(255 255 255 / 0.12);

  h1 {
    font-size: 2.25rem;
  }
  p {
    margin-block-start: 14px;
    font-size: var(--text-l);
  }
`;

/** Where each small star stands in the 390 by 620 sky, and its radius. */
const SMALL_STARS = [
  [60, 120, 1.6],
  [120, 70, 1.2],
  [210, 110, 1.5],
  [90, 240, 1.3],
  [260, 250, 1.5],
  [340, 330, 1.2],
  [40, 360, 1.4],
  [150, 190, 1],
  [300, 40, 1.1],
  [24, 44, 1.2],
  [366, 226, 1.3],
  [228, 380, 1.1],
] as const;

/** The night sky with the guiding star and the way to it: the first screen. Its words and buttons stand at the bottom. */
export function NightSky({ children }: { children: ReactNode }) {
  return (
    <Sky data-theme="dark">
      <svg viewBox="0 0 390 620" fill="none" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <g className="small">
          {SMALL_STARS.map(([cx, cy, r]) => (
            <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r={r} />
          ))}
        </g>
        <path
          className="way"
          strokeWidth="2.2"
          strokeDasharray="2 9"
          strokeLinecap="round"
          d="M40 470C120 430 100 360 190 320S300 230 314 168"
        />
        <circle className="glow" cx="318" cy="150" r="76" />
        <circle className="glow" cx="318" cy="150" r="48" />
        <path className="star" d="M318 92l9 44 44 14-44 14-9 44-9-44-44-14 44-14z" />
        <circle cx="40" cy="470" r="7" fill="#fff" />
      </svg>
      <Ground>{children}</Ground>
    </Sky>
  );
}
