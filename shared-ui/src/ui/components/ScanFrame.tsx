import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';

const sweep = keyframes`
  0%, 100% { transform: translateY(-60px) }
  50% { transform: translateY(60px) }
`;

const Stage = styled.div`
  position: relative;
  inline-size: 100%;
  max-inline-size: var(--card-max);
  aspect-ratio: 3 / 4;
  border-radius: var(--radius-l);
  background: var(--night-deep);
  color: var(--on-night);
  overflow: hidden;

  > video,
  > img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  > svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
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

const Words = styled.div`
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;
  padding: var(--space-4);
  background: linear-gradient(transparent, rgb(7 31 40 / 0.85) 40%);
  text-align: center;
`;

export interface ScanFrameProps {
  /** The camera's `<video>`. */
  children: ReactNode;
  /** A code has been read. */
  found?: boolean;
  /** What to do, over the lower edge of the picture. */
  hint?: ReactNode;
}

/** The camera picture with a viewfinder: the code goes between the corners. */
export function ScanFrame({ children, found = false, hint }: ScanFrameProps) {
  return (
    <Stage data-found={found || undefined}>
      {children}
      <svg viewBox="0 0 300 400" fill="none" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
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
      </svg>
      {hint && <Words>{hint}</Words>}
    </Stage>
  );
}
