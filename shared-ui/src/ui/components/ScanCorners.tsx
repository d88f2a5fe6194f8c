import { keyframes, styled } from 'styled-components';

const sweep = keyframes`
  0%, 100% { transform: translateY(-60px) }
  50% { transform: translateY(60px) }
`;

const Drawing = styled.svg`
  .shade {
    fill: rgb(7 31 40 / 0.6);
  }
  .corners {
    stroke: #fff;
    transition: stroke var(--fade);
  }
  .line {
    stroke: var(--gold);
    animation: ${sweep} 2.6s ease-in-out infinite;
  }
  &[data-found] .corners {
    stroke: var(--gold);
    stroke-width: 8;
  }
  &[data-found] .line {
    display: none;
  }
`;

/** The corners over the camera picture between which the code must be. Loaded with the camera. */
export default function ScanCorners({ found }: { found: boolean }) {
  return (
    <Drawing
      viewBox="0 0 300 400"
      fill="none"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-found={found || undefined}
    >
      <path
        className="shade"
        fillRule="evenodd"
        d="M-100-100h500v600h-500zM60 95a20 20 0 0 0-20 20v150a20 20 0 0 0 20 20h180a20 20 0 0 0 20-20v-150a20 20 0 0 0-20-20z"
      />
      <path
        className="corners"
        strokeWidth="5"
        strokeLinecap="round"
        d="M40 145v-30a20 20 0 0 1 20-20h30M210 95h30a20 20 0 0 1 20 20v30M260 235v30a20 20 0 0 1-20 20h-30M90 285h-30a20 20 0 0 1-20-20v-30"
      />
      <path className="line" strokeWidth="3" strokeLinecap="round" d="M62 190h176" />
    </Drawing>
  );
}
