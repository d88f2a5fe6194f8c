import type { Result } from 'mock-api/contract';
import { formatDate, SectionTitle, Soft, Stack, useText } from 'shared-ui';
import { ObservationCard } from '../../components/observations/ObservationCard.tsx';
import { Summary } from '../../components/observations/Summary.tsx';
import { ValueTable } from '../../components/observations/ValueTable.tsx';
import { words } from '../../words.ts';
import { Meaning } from './Meaning.tsx';

/** A blood test: a summary in words, each value on its range, and a table of the figures. */
export function BloodResult({ result }: { result: Result }) {
  const t = useText(words);
  const { completedAt, conclusion, observations, performedAt } = result;
  return (
    <Stack>
      <Soft>{t('result.taken', { hospital: completedAt, date: formatDate(performedAt) })}</Soft>
      <Summary observations={observations} />
      <SectionTitle>{t('result.values')}</SectionTitle>
      {observations.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
      {conclusion && <Meaning text={conclusion} />}
      <ValueTable observations={observations} />
    </Stack>
  );
}
