import type { Result } from 'mock-api/contract';
import { formatDate, useText } from 'shared-ui';
import { words } from '../../words.ts';

type Fact = readonly [name: string, value: string];

/** Returns where and when a report was made, and who read it. */
export function useReportFacts({ completedAt, performedAt, performer, resultsAt }: Result): Fact[] {
  const t = useText(words);
  return [
    [t('result.hospital'), completedAt],
    [t('result.performed'), formatDate(performedAt)],
    [t('result.ready'), formatDate(resultsAt)],
    ...(performer ? [[t('result.performer'), performer] as const] : []),
  ];
}
