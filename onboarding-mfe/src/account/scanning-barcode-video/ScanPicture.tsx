import { keyframes, styled } from 'styled-components';

/** One round: the phone comes to the wristband, reads it, and the PIN arrives. */
const ROUND = '7s';

const approach = keyframes`
  0% { transform: translate(90px, -34px) rotate(8deg) }
  20%, 55% { transform: none }
  75%, 100% { transform: translate(0, -40px) }
`;
const read = keyframes`
  0%, 22%, 52%, 100% { opacity: 0; transform: translateY(-26px) }
  26% { opacity: 1; transform: translateY(-26px) }
  37% { opacity: 1; transform: translateY(26px) }
  48% { opacity: 1; transform: translateY(-26px) }
`;
const arrive = keyframes`
  0%, 70% { opacity: 0; transform: scale(0.6) }
  78%, 100% { opacity: 1; transform: none }
`;

const Picture = styled.svg`
  display: block;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  border-radius: var(--radius-l);
  background: var(--night);

  .arm {
    fill: var(--night-glow);
  }
  .band {
    fill: var(--on-night);
  }
  .ink {
    fill: var(--night-deep);
  }
  .glass {
    fill: var(--night-deep);
    fill-opacity: 0.25;
    stroke: var(--on-night);
  }
  .phone {
    transform-box: view-box;
    transform-origin: 200px 120px;
    animation: ${approach} ${ROUND} ease-in-out infinite;
  }
  .beam {
    stroke: var(--gold);
    animation: ${read} ${ROUND} ease-in-out infinite;
  }
  .pin {
    transform-box: fill-box;
    transform-origin: center;
    animation: ${arrive} ${ROUND} ease-out infinite;
  }
  .bubble {
    fill: var(--gold);
  }
  .digits {
    fill: var(--night-deep);
    font: 700 26px var(--font);
    letter-spacing: 5px;
    text-anchor: middle;
  }
  &[data-paused] * {
    animation-play-state: paused;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none;
    }
    .beam {
      opacity: 1;
    }
  }
`;

/** Bars of a code: where each begins, and its width. */
const BARS = [
  [0, 3],
  [6, 2],
  [11, 5],
  [19, 2],
  [24, 3],
  [30, 6],
  [39, 2],
  [44, 4],
  [51, 2],
  [56, 5],
  [64, 3],
] as const;

/** A phone reads a wristband, then the PIN comes. Stands still under reduced motion, with all its parts in view. */
export function ScanPicture({ label, isPaused }: { label: string; isPaused: boolean }) {
  return (
    <Picture viewBox="0 0 400 250" role="img" aria-label={label} data-paused={isPaused || undefined}>
      <path
        className="arm"
        d="M-10 150C70 128 150 132 210 138S330 150 410 128V236C330 250 250 236 190 228S70 236-10 250z"
      />
      <path className="band" d="M150 128q52 8 104 12l-8 98q-52-6-104-10z" />
      <g className="ink" transform="translate(163 164) rotate(4)">
        {BARS.map(([x, width]) => (
          <rect key={x} x={x} width={width} height="38" />
        ))}
      </g>
      <g className="phone">
        <rect className="glass" x="138" y="72" width="126" height="168" rx="18" strokeWidth="5" />
        <path className="beam" strokeWidth="4" strokeLinecap="round" d="M158 184h86" />
      </g>
      <g className="pin">
        <path
          className="bubble"
          d="M244 20h120a14 14 0 0 1 14 14v34a14 14 0 0 1-14 14h-92l-20 18v-18h-8a14 14 0 0 1-14-14V34a14 14 0 0 1 14-14z"
        />
        <text className="digits" x="306" y="60">
          4821
        </text>
      </g>
    </Picture>
  );
}
