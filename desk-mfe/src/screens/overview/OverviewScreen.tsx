import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import type { DeskAccount, DeskRequest } from 'mock-api/contract';
import { useState } from 'react';
import { EmptyState, FetchedContent, LiveRegion, Stack, useLoad, useLocale, useStore, useText } from 'shared-ui';
import { useChange, useNow } from 'shared-ui/details';
import { fetchAccounts } from '../../api/accounts.ts';
import { PAGE_SIZE } from '../../api/page.ts';
import { fetchRequests } from '../../api/requests.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { useChangedRequest } from '../../components/useChangedRequest.ts';
import { words } from '../../words.ts';
import { isOverdue, toEntries, WaitingTable } from './WaitingTable.tsx';

/** People who wait for the desk: those who sent requests, and those whose accounts are under review. */
interface Waiting {
  requests: DeskRequest[];
  accounts: DeskAccount[];
  /** Whether more people wait than are listed. */
  hasMore: boolean;
}

async function fetchWaiting(): Promise<Waiting> {
  const lists = await Promise.all([fetchRequests('sent'), fetchRequests('seen'), fetchAccounts('review')]);
  const [sent, seen, accounts] = lists;
  return { requests: [...sent, ...seen], accounts, hasMore: lists.some((list) => list.length >= PAGE_SIZE) };
}

/** Replaces one request in the list, or removes it once it is done. */
function replaceRequest(waiting: Waiting, id: string, request: DeskRequest | undefined): Waiting {
  const others = waiting.requests.filter((other) => other.id !== id);
  const isOpen = request !== undefined && request.status !== 'done';
  return { ...waiting, requests: isOpen ? [...others, request] : others };
}

/** Fetches who waits for the desk, and keeps the list up to date. */
function useWaiting() {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const { state, value, retry } = useLoad(fetchWaiting, [locale, refresh]);
  const [fetched, setFetched] = useState<Waiting>();
  const [waiting, setWaiting] = useState<Waiting>();
  if (value && value !== fetched) {
    setFetched(value);
    setWaiting(value);
  }
  useChangedRequest((id, request) => setWaiting((before) => before && replaceRequest(before, id, request)), retry);
  useChange('account.updated', retry);
  return { state, waiting, retry };
}

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
