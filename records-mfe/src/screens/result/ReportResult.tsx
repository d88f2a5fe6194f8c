import { Card, formatDate, type Result, SectionTitle, Stack, useText } from 'shared-ui';
import { ObservationCard } from '../../observations/ObservationCard.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { words } from '../../words.ts';
import { Meaning } from './Meaning.tsx';

/** A report: what it says in a sentence, where and when it was made, what it concludes and what was found. */
export function ReportResult({ result }: { result: Result }) {
  const t = useText(words);
  const { completedAt, conclusion, content, observations, performedAt, performer, resultsAt } = result;
  const facts: Fact[] = [
    { term: t('result.hospital'), text: completedAt },
    { term: t('result.performed'), text: formatDate(performedAt) },
    { term: t('result.ready'), text: formatDate(resultsAt) },
    ...(performer ? [{ term: t('result.performer'), text: performer }] : []),
  ];
  return (
    <Stack>
      <strong>{content}</strong>
      <Card>
        <Facts facts={facts} />
      </Card>
      {conclusion && <Meaning text={conclusion} />}
      {observations.length > 0 && <SectionTitle>{t('result.found')}</SectionTitle>}
      {observations.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
    </Stack>
  );
}
