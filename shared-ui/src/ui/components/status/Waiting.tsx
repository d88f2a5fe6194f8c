import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { Loop } from '../../animation/Loop.tsx';
import { fadeIn } from '../../theme/index.ts';
import { VisuallyHidden } from '../page/VisuallyHidden.tsx';

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

/** Maximum width of the compass (px). */
const COMPASS_WIDTH = 320;

const Caption = styled.p`
  color: var(--ink-soft);
  font-size: var(--text-l);
`;

/** Duration of one cycle: no dot, one, two, three. */
const ROUND = '2s';
const first = keyframes`0% { opacity: 0 } 25% { opacity: 1 }`;
const second = keyframes`0% { opacity: 0 } 50% { opacity: 1 }`;
const third = keyframes`0% { opacity: 0 } 75% { opacity: 1 }`;

/** Cycles through 0 to 3 dots. CSS alone shows and hides them, so that a page that is loading is not kept busy. */
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
  /** What is being waited for, without trailing dots. */
  caption: string;
  /** Replaces the compass animation. */
  picture?: ReactNode;
}

/**
 * The navigator's waiting screen: compass animation, caption, and 0 to 3 dots that cycle. A screen reader reads the
 * caption once.
 */
export function Waiting({ caption, picture = <Loop name="compass" width={COMPASS_WIDTH} /> }: WaitingProps) {
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
