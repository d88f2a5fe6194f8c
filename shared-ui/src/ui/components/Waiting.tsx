import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { fadeIn } from '../theme/index.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: var(--space-4);
  inline-size: 100%;
  margin: auto;
  padding: var(--space-6) var(--space-5);
  text-align: center;
  animation: ${fadeIn} var(--fade) var(--ease);
`;

const seek = keyframes`
  0%, 100% { transform: rotate(-24deg) }
  35% { transform: rotate(38deg) }
  55% { transform: rotate(8deg) }
  75% { transform: rotate(30deg) }
`;

const Compass = styled.svg`
  inline-size: 6rem;
  block-size: 6rem;

  .ring {
    fill: var(--brand-soft);
    stroke: var(--brand);
  }
  .tick {
    stroke: var(--brand);
  }
  .needle {
    transform-origin: 48px 48px;
    animation: ${seek} 3s ease-in-out infinite;
  }
  .north {
    fill: var(--star);
  }
  .south {
    fill: var(--brand);
  }
`;

const Caption = styled.p`
  color: var(--ink-soft);
  font-size: var(--text-l);
`;

/** Time from no dot by one, two and three to none again. */
const ROUND = '2s';
const first = keyframes`0% { opacity: 0 } 25% { opacity: 1 }`;
const second = keyframes`0% { opacity: 0 } 50% { opacity: 1 }`;
const third = keyframes`0% { opacity: 0 } 75% { opacity: 1 }`;

/** 0 to 3 dots in turn; the browser shows and hides them by itself, so that a page that loads is not kept busy. */
const Dots = styled.span`
  > i {
    font-style: normal;
    animation: ${first} ${ROUND} step-end infinite;
  }
  > i:nth-child(2) {
    animation-name: ${second};
  }
  > i:nth-child(3) {
    animation-name: ${third};
  }
`;

export interface WaitingProps {
  /** What is being waited for, without dots at its end. */
  caption: string;
  /** Instead of the drawn compass (the compass animation). */
  picture?: ReactNode;
}

/** The waiting screen: compass, caption, and 0 to 3 dots that cycle. A screen reader hears the caption once. */
export function Waiting({ caption, picture = <CompassMark /> }: WaitingProps) {
  return (
    <Frame>
      {picture}
      <VisuallyHidden role="status">{caption}</VisuallyHidden>
      <Caption aria-hidden="true">
        {caption}
        <Dots>
          <i>.</i>
          <i>.</i>
          <i>.</i>
        </Dots>
      </Caption>
    </Frame>
  );
}

function CompassMark() {
  return (
    <Compass viewBox="0 0 96 96" fill="none" strokeWidth="3" aria-hidden="true">
      <circle className="ring" cx="48" cy="48" r="42" />
      <path className="tick" strokeLinecap="round" d="M48 12v5M48 79v5M12 48h5M79 48h5" />
      <g className="needle">
        <path className="north" d="M48 20l8 28H40z" />
        <path className="south" d="M48 76l-8-28h16z" />
      </g>
    </Compass>
  );
}
