import type { Result } from 'mock-api/contract';
import { memo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import {
  EmptyState,
  ensureRecords,
  FetchedContent,
  LinkButton,
  loadRecords,
  onDemand,
  PanelScreen,
  paths,
  Skeleton,
  useDeferredStore,
  useDismissOnLeave,
  useEnsureLoaded,
  useProfile,
  useText,
} from 'shared-ui';
import { AskHospital, MissingContent } from 'shared-ui/details';
import { RESULT_TYPE } from '../../api/result-type.ts';
import { words } from '../../words.ts';
import { BloodResult } from './BloodResult.tsx';
import { ReportResult } from './ReportResult.tsx';

// Loaded on demand, because reading PDFs needs an additional library.
const TabbedResult = onDemand(() => import('./tabbed/TabbedResult.tsx'), <ViewerSkeleton />);

/** One result. The event that announced it becomes VIEWED when the user leaves. */
export function ResultScreen() {
  const t = useText(words);
  const { resultId = '' } = useParams();
  const tab = new URLSearchParams(useLocation().search).get('tab') ?? undefined;
  const profile = useProfile();
  const { results, loading } = useDeferredStore((state) => state.records);
  const result = results.find(({ id, profileId }) => id === resultId && profileId === profile.id);
  useEnsureLoaded(ensureRecords);
  useDismissOnLeave(resultId);
  const mine = profile.isOwn ? t('results.mine') : t('results.theirs', { name: profile.firstName });
  return (
    <PanelScreen title={result?.name ?? mine}>
      <FetchedContent
        loading={loading}
        isEmpty={!result}
        failed={t('results.failed')}
        failedText={t('nothingLost')}
        retry={loadRecords}
        empty={
          <MissingContent type="result" id={resultId}>
            <EmptyState title={t('result.gone')}>
              <LinkButton to={paths.profile.results(profile.id)}>{t('result.all')}</LinkButton>
            </EmptyState>
          </MissingContent>
        }
      >
        {result && <ResultContent result={result} tab={tab} />}
        {result && <AskHospital type="result" id={result.id} />}
      </FetchedContent>
    </PanelScreen>
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
