import type { Observation, Result } from 'mock-api/contract';
import { isPicture } from 'shared-ui';

type Judged = Pick<Observation, 'verdict'>;

/** Returns whether a value is outside its range or, which counts more, marked as not normal by the hospital. */
export const isOutside = ({ verdict }: Judged): boolean =>
  ['below', 'above', 'outside'].includes(verdict?.kind ?? 'missing');

/** Returns whether a value is compared with its range, or marked by the hospital. */
export const isJudged = ({ verdict }: Judged): boolean => (verdict?.kind ?? 'missing') !== 'missing';

/**
 * Outcome of a result, for the list. `outside`: values are outside their range, or marked so by the hospital. `normal`:
 * every value is within its range or marked as normal. `incomplete`: values are missing and none is outside. The others
 * have no verdict and only say what there is to see.
 */
export interface Outcome {
  kind: 'outside' | 'normal' | 'incomplete' | 'pictures' | 'picturesAndReport' | 'report';
  /** Number of values outside their range, or marked so. */
  count: number;
}

/** Returns the outcome of a result, by the verdict on each value. */
export function outcomeOf({ conclusion, media, observations }: Result): Outcome {
  const count = observations.filter(isOutside).length;
  if (count > 0) return { kind: 'outside', count };
  if (observations.some(({ verdict }) => verdict?.kind === 'missing')) return { kind: 'incomplete', count };
  if (observations.length > 0 && observations.every(isJudged)) return { kind: 'normal', count };
  if (!media.some(isPicture)) return { kind: 'report', count };
  return { kind: conclusion || observations.length > 0 ? 'picturesAndReport' : 'pictures', count };
}
