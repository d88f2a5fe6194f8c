import type { Result } from 'mock-api/contract';
import { formatDate, useText } from 'shared-ui';
import type { Fact } from '../../components/Facts.tsx';
import { words } from '../../words.ts';

/** Returns where and when a report was made, and who read it. */
export function useReportFacts({ completedAt, performedAt, performer, resultsAt }: Result): Fact[] {
  const t = useText(words);
  return [
    { term: t('result.hospital'), text: completedAt },
    { term: t('result.performed'), text: formatDate(performedAt) },
    { term: t('result.ready'), text: formatDate(resultsAt) },
    ...(performer ? [{ term: t('result.performer'), text: performer }] : []),
  ];
}
