import type { Observation } from 'mock-api/contract';
import { Stack, useText } from 'shared-ui';
import { words } from '../../words.ts';
import { assess, isNormal, isOutside } from './assess.ts';
import { useObservationText } from './useObservationText.ts';

/** Summary of all values in plain words. Renders nothing if fewer than two can be compared. */
export function Summary({ observations }: { observations: Observation[] }) {
  const t = useText(words);
  const text = useObservationText();
  const outside = observations.filter((observation) => isOutside(assess(observation)));
  const count = observations.filter((observation) => isNormal(assess(observation))).length;
  const total = count + outside.length;
  if (total < 2) return null;
  return (
    <Stack $gap={4}>
      <p>{outside.length === 0 ? t('summary.all') : t('summary.some', { count, total })}</p>
      {outside.map((observation) => (
        <p key={observation.id}>
          <strong>
            {t('summary.outside', {
              name: observation.display,
              verdict: (text.verdict(observation) ?? '').toLowerCase(),
            })}
          </strong>
        </p>
      ))}
    </Stack>
  );
}
