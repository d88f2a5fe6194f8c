import type { Result } from 'mock-api/contract';
import { isPicture } from 'shared-ui';
import { assess, isNormal, isOutside } from './assess.ts';

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

/** Returns the outcome of a result, by the rule that judges each value. */
export function outcomeOf({ conclusion, media, observations }: Result): Outcome {
  const count = observations.filter(isOutside).length;
  if (count > 0) return { kind: 'outside', count };
  if (observations.some((value) => !value.mark && assess(value) === 'missing')) return { kind: 'incomplete', count };
  if (observations.length > 0 && observations.every((value) => value.mark || isNormal(value)))
    return { kind: 'normal', count };
  if (!media.some(isPicture)) return { kind: 'report', count };
  return { kind: conclusion || observations.length > 0 ? 'picturesAndReport' : 'pictures', count };
}
