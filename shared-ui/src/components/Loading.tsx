import { type KeyboardEvent, useEffect, useRef } from 'react';
import { keyframes, styled } from 'styled-components';
import { fadeIn } from '../theme/index.ts';
import { Spinner } from './Button.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const breathe = keyframes`50% { opacity: 0.45 }`;

const Bones = styled.div`
  display: grid;
  gap: var(--space-3);
  max-inline-size: var(--card-max);

  > i {
    block-size: 4.75rem;
    border-radius: var(--radius-m);
    background: var(--sunken);
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

export interface SkeletonProps {
  /** What is loading; read out once. */
  label: string;
  /** How many cards or lines to hint at (3 unless said otherwise). */
  count?: number;
  shape?: 'card' | 'text';
}

/** The shape of what is about to appear. */
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
  --icon: 2.75rem;
  position: fixed;
  z-index: 60;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--space-4);
  padding: var(--space-5);
  background: var(--scrim);
  color: #fff;
  text-align: center;
  animation: ${fadeIn} var(--fade) var(--ease);
`;

/**
 * Covers the whole screen while something is sent that must not be disturbed. Takes the focus and keeps it; gives
 * it back to where it was.
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
  const keepFocus = (event: KeyboardEvent) => event.preventDefault();
  return (
    <Cover
      ref={cover}
      role="alertdialog"
      aria-modal="true"
      aria-label={label}
      aria-busy="true"
      tabIndex={-1}
      onKeyDown={keepFocus}
    >
      <Spinner />
      <p>{label}</p>
    </Cover>
  );
}
