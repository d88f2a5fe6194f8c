import type { Result } from 'mock-api/contract';
import { isPicture } from 'shared-ui';
import { assess, isNormal, isOutside } from './assess.ts';

/**
 * Outcome of a result, for the list. `outside`: values are outside their range. `normal`: every value is within its
 * range. `incomplete`: values are missing and none is outside. The others have no verdict and only say what there is to
 * see.
 */
export interface Outcome {
  kind: 'outside' | 'normal' | 'incomplete' | 'pictures' | 'picturesAndReport' | 'report';
  /** Number of values outside their range. */
  count: number;
}

/** Returns the outcome of a result, by the rule that judges each value on its range. */
export function outcomeOf({ conclusion, media, observations }: Result): Outcome {
  const values = observations.map(assess);
  const count = values.filter(isOutside).length;
  if (count > 0) return { kind: 'outside', count };
  if (values.some(({ kind }) => kind === 'missing')) return { kind: 'incomplete', count };
  if (values.length > 0 && values.every(isNormal)) return { kind: 'normal', count };
  if (!media.some(isPicture)) return { kind: 'report', count };
  return { kind: conclusion || values.length > 0 ? 'picturesAndReport' : 'pictures', count };
}
