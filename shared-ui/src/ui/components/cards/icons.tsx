import { createElement } from 'react';
import { keyframes, styled } from 'styled-components';
import type { Stroke } from '../../../contract/routes/navigation.ts';

/** Fallback without a drawing: a neutral shape. */
const NEUTRAL: Stroke[] = [{ shape: 'circle', attributes: { cx: '12', cy: '12', r: '9' } }];

/** Renders an icon from data: strokes in a box of 24 by 24, styled like the other icons. */
export function DrawnIcon({ strokes = NEUTRAL }: { strokes?: Stroke[] | undefined }) {
  return (
    <svg
      aria-hidden="true"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes.map(({ shape, attributes }) => createElement(shape, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  );
}

/** An icon (its child) on a tinted disc, as the picture of a message, an apology or an empty list. Decorative. */
export const IconDisc = styled.span.attrs({ 'aria-hidden': true })<{ $quiet?: boolean }>`
  --icon: 2.5rem;
  display: grid;
  place-items: center;
  inline-size: 5.5rem;
  block-size: 5.5rem;
  border-radius: 50%;
  background: ${({ $quiet }) => ($quiet ? 'var(--sunken)' : 'var(--brand-soft)')};
  color: ${({ $quiet }) => ($quiet ? 'var(--ink-soft)' : 'var(--brand)')};
`;

const draw = keyframes`from { stroke-dashoffset: 100 }`;
const land = keyframes`from { transform: scale(0.7); opacity: 0 }`;

const Mark = styled.svg`
  display: block;
  inline-size: 6rem;
  block-size: 6rem;
  margin-inline: auto;

  .disc {
    fill: var(--act-soft);
    transform-origin: center;
    animation: ${land} var(--list) var(--ease);
  }
  .ring,
  .check {
    stroke: var(--act);
    stroke-dasharray: 100;
    animation: ${draw} 0.6s var(--ease) backwards;
  }
  .check {
    animation-delay: 0.35s;
  }
`;

/** A check mark that draws itself after something was done. Decorative; the accompanying text says what. */
export function SuccessMark() {
  return (
    <Mark
      viewBox="0 0 96 96"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle className="disc" cx="48" cy="48" r="44" />
      <circle className="ring" cx="48" cy="48" r="41" pathLength="100" transform="rotate(-90 48 48)" />
      <path className="check" pathLength="100" d="M31 49l12 12 22-25" />
    </Mark>
  );
}
