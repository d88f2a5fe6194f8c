import { runtimeConfig, useText } from 'shared-ui';
import { needsApprovedDomain } from '../../session/invited-domains.ts';
import { words } from '../../words-tutorial.ts';
import type { Step } from './steps.ts';

/** Returns the text of a step; step 4 says who can be a supporter here, and the demo says that it is one. */
export function useStepText({ key }: Pick<Step, 'key'>): string {
  const t = useText(words);
  if (key === 'step4' && !needsApprovedDomain()) return t('tutorial.step4.any');
  const hasDemoText = runtimeConfig().demo && (key === 'step4' || key === 'step12');
  return hasDemoText ? t(`tutorial.${key}.demoText`) : t(`tutorial.${key}.text`);
}
