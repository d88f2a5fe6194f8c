import { type Observation, Stack, useText } from 'shared-ui';
import { words } from '../words.ts';
import { assess, isNormal, isOutside } from './assess.ts';
import { useObservationText } from './useObservationText.ts';

/** What the values say together, in plain words; nothing when none can be compared. */
export function Summary({ observations }: { observations: Observation[] }) {
  const t = useText(words);
  const text = useObservationText();
  const outside = observations.filter((observation) => isOutside(assess(observation)));
  const normal = observations.filter((observation) => isNormal(assess(observation))).length;
  const count = normal + outside.length;
  if (count === 0) return null;
  return (
    <Stack $gap={4}>
      <p>{outside.length === 0 ? t('summary.all') : t('summary.some', { normal, count })}</p>
      {outside.map((observation) => (
        <p key={observation.id}>
          <strong>
            {t('summary.outside', { name: observation.display, verdict: text.verdict(observation) ?? '' })}
          </strong>
        </p>
      ))}
    </Stack>
  );
}
