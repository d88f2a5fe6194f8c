import { keyframes, styled } from 'styled-components';

/** One round: the phone comes to the wristband, reads it, and the PIN arrives. */
const ROUND = '8s';

const approach = keyframes`
  0%, 8% { transform: translate(110px, -60px) rotate(10deg) }
  28%, 92% { transform: none }
  100% { transform: translate(110px, -60px) rotate(10deg) }
`;
const read = keyframes`
  0%, 30%, 58%, 100% { opacity: 0; transform: translateY(-30px) }
  33% { opacity: 1; transform: translateY(-30px) }
  44% { opacity: 1; transform: translateY(30px) }
  55% { opacity: 1; transform: translateY(-30px) }
`;
const arrive = keyframes`
  0%, 62% { opacity: 0; transform: translateY(12px) scale(0.8) }
  68%, 92% { opacity: 1; transform: none }
  97%, 100% { opacity: 0; transform: none }
`;

const Picture = styled.svg`
  display: block;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  border-radius: var(--radius-l);
  background: radial-gradient(90% 90% at 75% 10%, var(--night-glow), var(--night) 60%);

  .skin {
    fill: color-mix(in srgb, var(--on-night) 42%, var(--night));
  }
  .fold {
    stroke: var(--night);
    stroke-opacity: 0.35;
  }
  .band {
    fill: var(--on-night);
  }
  .edge {
    fill: var(--night-deep);
    fill-opacity: 0.14;
  }
  .ink {
    fill: var(--night-deep);
  }
  .body {
    stroke: var(--night-deep);
  }
  .glass {
    fill: var(--night-deep);
    fill-opacity: 0.18;
    stroke: var(--on-night);
  }
  .corners,
  .beam {
    stroke: var(--gold);
  }
  .phone {
    transform-origin: 168px 150px;
    animation: ${approach} ${ROUND} ease-in-out infinite;
  }
  .beam {
    animation: ${read} ${ROUND} ease-in-out infinite;
  }
  .pin {
    transform-origin: 284px 70px;
    animation: ${arrive} ${ROUND} ease-out infinite;
  }
  .bubble {
    fill: var(--gold);
  }
  text {
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

/** Where the four fingers begin: across, down, and how long each is. */
const FINGERS = [
  [322, 118, 62],
  [328, 142, 70],
  [326, 166, 64],
  [318, 190, 50],
] as const;

function Wrist() {
  return (
    <g transform="rotate(-7 200 165)">
      <path className="skin" d="M-40 126H240V212H-40z" />
      <path className="skin" d="M232 126C262 112 296 108 330 114a40 40 0 0 1 14 54q-4 40-34 46c-30 4-58 2-78-2z" />
      {FINGERS.map(([x, y, length]) => (
        <rect key={y} className="skin" x={x} y={y} width={length} height="21" rx="10.5" />
      ))}
      <rect className="skin" x="254" y="96" width="86" height="26" rx="13" transform="rotate(-26 254 109)" />
      <path className="fold" strokeWidth="3" strokeLinecap="round" d="M330 141h30M332 165h30M330 189h24" />
      <rect className="band" x="112" y="118" width="104" height="102" rx="9" />
      <path
        className="edge"
        d="M121 118h86a9 9 0 0 1 9 9v4H112v-4a9 9 0 0 1 9-9zM112 207h104v4a9 9 0 0 1-9 9h-86a9 9 0 0 1-9-9z"
      />
      <g className="ink" transform="translate(130 146)">
        {BARS.map(([x, width]) => (
          <rect key={x} x={x} width={width} height="46" />
        ))}
      </g>
    </g>
  );
}

/** A phone reads a wristband, then the PIN comes. Stands still under reduced motion, with all its parts in view. */
export function ScanPicture({ label, isPaused }: { label: string; isPaused: boolean }) {
  return (
    <Picture viewBox="0 0 400 250" fill="none" role="img" aria-label={label} data-paused={isPaused || undefined}>
      <Wrist />
      <g className="phone">
        <rect className="glass" x="98" y="44" width="140" height="250" rx="22" strokeWidth="6" />
        <path className="body" strokeWidth="6" strokeLinecap="round" d="M152 57h32" />
        <path
          className="corners"
          strokeWidth="5"
          strokeLinecap="round"
          d="M116 142v-14a8 8 0 0 1 8-8h14M198 120h14a8 8 0 0 1 8 8v14M220 202v14a8 8 0 0 1-8 8h-14M138 224h-14a8 8 0 0 1-8-8v-14"
        />
        <path className="beam" strokeWidth="4" strokeLinecap="round" d="M122 172h92" />
      </g>
      <g className="pin">
        <path
          className="bubble"
          d="M264 18h108a14 14 0 0 1 14 14v34a14 14 0 0 1-14 14H282l-26 16 6-16a14 14 0 0 1-12-14V32a14 14 0 0 1 14-14z"
        />
        <text x="320" y="58">
          4821
        </text>
      </g>
    </Picture>
  );
}
