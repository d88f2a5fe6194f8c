import type { Result } from 'mock-api/contract';
import { memo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { onDemand, Skeleton, useText } from 'shared-ui';
import { SingleRecord } from '../../components/records.tsx';
import { words } from '../../words.ts';
import { BloodResult } from './BloodResult.tsx';
import { RESULT_TYPE } from './parts.tsx';
import { ReportResult } from './ReportResult.tsx';

// Loaded on demand, because reading PDFs needs an additional library.
const TabbedResult = onDemand(() => import('./tabbed/TabbedResult.tsx'), <ViewerSkeleton />);

export function ResultScreen() {
  const { resultId = '' } = useParams();
  const tab = new URLSearchParams(useLocation().search).get('tab') ?? undefined;
  return (
    <SingleRecord kind="results" id={resultId} titleOf={({ name }) => name}>
      {(result) => <ResultContent result={result} tab={tab} />}
    </SingleRecord>
  );
}

/** Content by result type; only a report has questions, and tabs. Memoized, so that it re-renders only for another result. */
const ResultContent = memo(function ResultContent({ result, tab }: { result: Result; tab: string | undefined }) {
  if (result.questions.length > 0) return <TabbedResult result={result} tab={tab} />;
  if (result.type === RESULT_TYPE.BLOOD) return <BloodResult result={result} />;
  return <ReportResult result={result} />;
});

/** Placeholder while pictures or pages are loading. */
function ViewerSkeleton() {
  const t = useText(words);
  return <Skeleton label={t('viewer.loading')} count={4} />;
}
