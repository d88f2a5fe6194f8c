import type { words } from '../../words-tutorial.ts';

type TextKey = Parameters<typeof words.text>[0];

export interface Step {
  /** Key of the step in the translations. */
  key: `step${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`;
  /** Where the step ends and the video pauses, in seconds. */
  at: number;
  /** Vertical position of what the step points at, in percent of the film's height. */
  percent: number;
  /** Text to agree to before the user can continue; no step has one (docs/product-rules.md#tutorial). */
  consent?: TextKey;
}

/**
 * The twelve steps and their timestamps (docs/product-rules.md#constants). Step 4 says who can be a
 * supporter (`useStepText`).
 */
export const STEPS: readonly [Step, ...Step[]] = [
  { key: 'step1', at: 5.5, percent: 40 },
  { key: 'step2', at: 12.75, percent: 20 },
  { key: 'step3', at: 17.5, percent: 45 },
  { key: 'step4', at: 24, percent: 35 },
  { key: 'step5', at: 29, percent: 100 },
  { key: 'step6', at: 38.5, percent: 100 },
  { key: 'step7', at: 45, percent: 50 },
  { key: 'step8', at: 51, percent: 45 },
  { key: 'step9', at: 57.5, percent: 35 },
  { key: 'step10', at: 64.5, percent: 45 },
  { key: 'step11', at: 72.5, percent: 0 },
  { key: 'step12', at: 75, percent: 0 },
];

/** Screen sizes that the films were recorded at, in px, by height/width range (docs/product-rules.md#constants). */
export const FILM_SIZES = {
  tallest: { width: 384, height: 832 },
  tall: { width: 384, height: 668 },
  medium: { width: 384, height: 616 },
  standard: { width: 384, height: 540 },
} as const;
