import type { Observation } from 'mock-api/contract';
import { Note, runtimeConfig, useLocale } from 'shared-ui';

/** What to do about a value that the hospital marked as critical, in the hospital's own words; nothing without any. */
export function CriticalAdvice({ verdict }: Pick<Observation, 'verdict'>) {
  const locale = useLocale();
  const advice = runtimeConfig().brand.criticalAdvice?.[locale];
  return verdict?.isCritical && advice ? <Note>{advice}</Note> : null;
}
