import type { Choice } from 'shared-ui/forms';
import type { Language, TextName } from './words.ts';

/** Option scales (docs/product-rules.md#surveys), best first: the first option counts 5, the last 1. */
const SCALES = {
  satisfied: ['scale.verySatisfied', 'scale.satisfied', 'scale.neutral', 'scale.unsatisfied', 'scale.veryUnsatisfied'],
  comfortable: [
    'scale.veryComfortable',
    'scale.comfortable',
    'scale.neutral',
    'scale.notVeryComfortable',
    'scale.notComfortableAtAll',
  ],
  quality: ['scale.excellent', 'scale.good', 'scale.fair', 'scale.poor', 'scale.veryPoor'],
  confident: [
    'scale.veryConfident',
    'scale.confident',
    'scale.neutral',
    'scale.notVeryConfident',
    'scale.notConfidentAtAll',
  ],
  clear: ['scale.veryClear', 'scale.clear', 'scale.neutral', 'scale.unclear', 'scale.veryUnclear'],
  comprehensive: [
    'scale.veryComprehensive',
    'scale.comprehensive',
    'scale.neutral',
    'scale.incomprehensive',
    'scale.veryIncomprehensive',
  ],
} as const satisfies Record<string, readonly TextName[]>;

export type Scale = keyof typeof SCALES;

/** Returns the options of a scale with values from 5 to 1. */
export function choicesOf(scale: Scale, { t }: Language): Choice<number>[] {
  const names: readonly TextName[] = SCALES[scale];
  return names.map((name, place) => ({ value: names.length - place, label: t(name) }));
}
