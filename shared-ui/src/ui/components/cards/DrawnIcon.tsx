import { createElement } from 'react';
import type { Stroke } from '../../../contract/navigation.ts';

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
