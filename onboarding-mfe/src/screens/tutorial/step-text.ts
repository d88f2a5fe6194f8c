import { useText } from 'shared-ui';
import { needsApprovedDomain } from '../../session/invited-domains.ts';
import { words } from '../../words-tutorial.ts';
import type { Step } from './steps.ts';

/** Returns the text of a step; step 4 says who can be a supporter here. */
export function useStepText({ key }: Pick<Step, 'key'>): string {
  const t = useText(words);
  return key === 'step4' && !needsApprovedDomain() ? t('tutorial.step4.any') : t(`tutorial.${key}.text`);
}
