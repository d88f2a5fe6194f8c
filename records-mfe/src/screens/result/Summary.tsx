import type { Observation } from 'mock-api/contract';
import { Stack, useText } from 'shared-ui';
import { isNormal, isOutside } from '../../components/observations/assess.ts';
import { useObservationText } from '../../components/observations/useObservationText.ts';
import { words } from '../../words.ts';

const insideSentence = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const isCompared = (value: Observation) => Boolean(value.mark) || isOutside(value) || isNormal(value);

/** Returns whether enough values are compared or marked to sum them up. */
export const hasSummary = (observations: Observation[]): boolean => observations.filter(isCompared).length >= 2;

/** Summary of all values in plain words. Renders nothing if fewer than two are compared or marked. */
export function Summary({ observations }: { observations: Observation[] }) {
  const t = useText(words);
  const text = useObservationText();
  const outside = observations.filter(isOutside);
  const count = observations.filter(isNormal).length;
  const total = observations.filter(isCompared).length;
  if (!hasSummary(observations)) return null;
  return (
    <Stack $gap={4}>
      <p>{count === total ? t('summary.all') : t('summary.some', { count, total })}</p>
      {outside.map((observation) => (
        <p key={observation.id}>
          <strong>
            {t('summary.outside', {
              name: observation.display,
              verdict: insideSentence(text.verdict(observation) ?? ''),
            })}
          </strong>
        </p>
      ))}
    </Stack>
  );
}
