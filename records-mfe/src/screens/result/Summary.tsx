import type { Observation } from 'mock-api/contract';
import { Stack, useText } from 'shared-ui';
import { isJudged, isOutside } from '../../components/observations/outcome.ts';
import { words } from '../../words.ts';

const insideSentence = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Returns whether enough values are compared or marked to sum them up. */
export const hasSummary = (observations: Observation[]): boolean => observations.filter(isJudged).length >= 2;

/** Summary of all values in plain words. Renders nothing if fewer than two are compared or marked. */
export function Summary({ observations }: { observations: Observation[] }) {
  const t = useText(words);
  const outside = observations.filter(isOutside);
  const count = observations.filter(({ verdict }) => verdict?.comparison === 'inside').length;
  const total = observations.filter(isJudged).length;
  if (!hasSummary(observations)) return null;
  return (
    <Stack $gap={4}>
      <p>{count === total ? t('summary.all') : t('summary.some', { count, total })}</p>
      {outside.map((observation) => (
        <p key={observation.id}>
          <strong>
            {t('summary.outside', {
              name: observation.display,
              verdict: insideSentence(observation.verdict?.text ?? ''),
            })}
          </strong>
        </p>
      ))}
    </Stack>
  );
}
