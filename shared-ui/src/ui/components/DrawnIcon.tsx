import { createElement } from 'react';
import type { Stroke } from '../../contract/navigation.ts';

/** Where there is no drawing: a shape that says nothing. */
const NEUTRAL: Stroke[] = [{ shape: 'circle', attributes: { cx: '12', cy: '12', r: '9' } }];

/** An icon that comes as data: strokes in a box of 24 by 24, in the look of the other icons. */
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
