import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { Loop, LoopStill } from '../../animation/AnimationStage.tsx';
import { fadeIn } from '../../theme/theme.ts';
import { VisuallyHidden } from '../page/Layout.tsx';

const breathe = keyframes`50% { opacity: 0.35 }`;

const Bones = styled.div`
  display: grid;
  gap: var(--space-3);
  max-inline-size: var(--card-max);

  > i {
    block-size: 4.75rem;
    border-radius: var(--radius-m);
    background: var(--line-color);
    opacity: 0.7;
    animation: ${breathe} 1.6s ease-in-out infinite;
  }
  &[data-shape='text'] > i {
    block-size: 1rem;
    border-radius: var(--radius-s);
  }
  &[data-shape='text'] > i:last-of-type:not(:first-of-type) {
    inline-size: 60%;
  }
`;

interface SkeletonProps {
  /** What is loading; read out once. */
  label: string;
  /** Number of placeholder cards or lines (default 3). */
  count?: number;
  shape?: 'card' | 'text';
}

/** Placeholder for content that is about to appear. */
export function Skeleton({ label, count = 3, shape = 'card' }: SkeletonProps) {
  const bones = Array.from({ length: count }, (_, place) => `bone-${place}`);
  return (
    <Bones data-shape={shape}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {bones.map((bone) => (
        <i key={bone} aria-hidden="true" />
      ))}
    </Bones>
  );
}

const Cover = styled.div`
  position: fixed;
  z-index: 60;
  inset: 0;
  display: grid;
  place-content: center;
  padding: var(--space-5);
  background: var(--scrim);
  animation: ${fadeIn} var(--fade) var(--ease);
`;

const Slip = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-4);
  min-inline-size: 10rem;
  padding: var(--space-6) var(--space-5) var(--space-5);
  border-radius: var(--radius-l);
  background: var(--surface);
  box-shadow: var(--shadow-3);
  text-align: center;

  > span {
    color: var(--brand);
  }
`;

const LOADER_WIDTH_PX = 112;

/**
 * Covers the whole screen while something is sent that must not be interrupted. Traps the focus, and returns it to
 * where it was.
 */
export function Backdrop({ label }: { label: string }) {
  const cover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    cover.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const trapFocus = (event: KeyboardEvent) => event.preventDefault();
  return (
    <Cover
      ref={cover}
      role="alertdialog"
      aria-modal="true"
      aria-label={label}
      aria-busy="true"
      tabIndex={-1}
      onKeyDown={trapFocus}
    >
      <Slip>
        <Loop name="loader" width={LOADER_WIDTH_PX} />
        <p>{label}</p>
      </Slip>
    </Cover>
  );
}

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

const COMPASS_WIDTH_PX = 320;

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

interface WaitingProps {
  /** What is being waited for, without trailing dots. */
  caption: string;
  picture?: ReactNode;
}

/**
 * The navigator's waiting screen: compass animation, caption, and 0 to 3 dots that cycle. A screen reader reads the
 * caption once.
 */
export function Waiting({ caption, picture = <Loop name="compass" width={COMPASS_WIDTH_PX} /> }: WaitingProps) {
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

/**
 * Shows the navigator's waiting screen once a load takes long enough to be noticed. Its compass stands still: what is
 * loading needs the network more than the animation does.
 */
export function LateWaiting({ caption }: { caption: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <Waiting caption={caption} picture={<LoopStill name="compass" width={COMPASS_WIDTH_PX} />} /> : null;
}
