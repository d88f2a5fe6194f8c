import { type ReactNode, useEffect, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { Loop } from '../../animation/AnimationStage.tsx';
import { fadeIn } from '../../theme/theme.ts';
import { VisuallyHidden } from '../page/Layout.tsx';

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

/** Delay before anything is shown (ms), so that fast loads don't flicker (docs/product-rules.md#constants). */
const QUIET_MS = 400;

/** Shows the navigator's waiting screen once a load takes long enough to be noticed. */
export function LateWaiting({ caption }: { caption: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <Waiting caption={caption} /> : null;
}
