import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { EmptyState, FetchedContent, LiveRegion, Stack, useText } from 'shared-ui';
import { DeskPage } from '../../components/DeskPage.tsx';
import { words } from '../../words.ts';
import { isOverdue, toEntries, useNow, WaitingTable } from './WaitingTable.tsx';
import { useWaiting } from './waiting.ts';

/** `/desk`: start screen for staff, with everyone who waits for the desk, longest wait first. */
export function OverviewScreen() {
  const t = useText(words);
  const now = useNow();
  const { state, waiting, retry } = useWaiting();
  const entries = waiting ? toEntries(waiting.requests, waiting.accounts) : [];
  const count = entries.length;
  const overdue = entries.filter((entry) => isOverdue(entry, now)).length;
  const summary = [
    waiting?.hasMore ? t('overview.many', { count }) : t('overview.waiting', { count }),
    ...(overdue > 0 ? [t('overview.overdueCount', { count: overdue })] : []),
  ].join(' · ');
  return (
    <DeskPage title={t('overview.title')} intro={t('overview.intro')}>
      <LiveRegion message={waiting ? summary : ''} />
      <FetchedContent
        loading={waiting ? 'ready' : state}
        isEmpty={count === 0}
        failed={t('overview.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={<EmptyState icon={<CircleCheckBig />} title={t('overview.empty')} text={t('overview.emptyText')} />}
      >
        <Stack>
          <h2>{summary}</h2>
          <WaitingTable entries={entries} now={now} />
        </Stack>
      </FetchedContent>
    </DeskPage>
  );
}
