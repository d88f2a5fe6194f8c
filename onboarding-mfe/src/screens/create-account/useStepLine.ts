import { useText } from 'shared-ui';
import { words } from '../../words-account.ts';

/** Details, password, agreements. */
const STEPS = 3;

/** Returns the progress text, such as "Step 2 of 3". */
export function useStepLine(step: number): string {
  return useText(words)('create.step', { step, count: STEPS });
}
