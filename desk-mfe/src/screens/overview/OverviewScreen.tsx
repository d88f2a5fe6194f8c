import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import type { DeskAccount, DeskRequest } from 'mock-api/contract';
import { useRef, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import {
  EmptyState,
  FetchedContent,
  formatMoment,
  LiveRegion,
  Soft,
  Stack,
  staffPaths,
  useLoad,
  useLocale,
  useStore,
  useText,
} from 'shared-ui';
import { useChange, useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { useRoles } from '../../access/roles.ts';
import { OPENINGS_PATH } from '../../api/openings.ts';
import { PAGE_SIZE } from '../../api/page.ts';
import { fetchAccounts, fetchRequests, requestAddress } from '../../api/waiting.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { Identity } from '../../components/identity.tsx';
import { ForRoles } from '../../components/roles/ForRoles.tsx';
import { ColumnHeadings, EntryRow, Table, useFocusOnArrival } from '../../components/table/Table.tsx';
import { useChangedRequest } from '../../components/useChangedRequest.ts';
import { isOverdueAt, OverdueMark, RequestKind, waitOf } from '../../components/waiting/waiting-parts.tsx';
import { words } from '../../words.ts';

/** People who wait for the desk: those who sent requests, and those whose accounts are under review. */
interface Waiting {
  requests: DeskRequest[];
  accounts: DeskAccount[];
  /** Whether more people wait than are listed. */
  hasMore: boolean;
}

async function fetchWaiting(isNurse: boolean, isClerk: boolean): Promise<Waiting> {
  const lists = await Promise.all([isNurse ? fetchRequests('open') : [], isClerk ? fetchAccounts('review') : []]);
  const [requests, accounts] = lists;
  return { requests, accounts, hasMore: lists.some((list) => list.length >= PAGE_SIZE) };
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
  const has = useRoles();
  const [isNurse, isClerk] = [has('nurse'), has('clerk')];
  const { state, value, retry } = useLoad(() => fetchWaiting(isNurse, isClerk), [locale, refresh, isNurse, isClerk]);
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

/** `/desk`: the start screen of each role. Operators and privacy officers begin with their lists. */
export function OverviewScreen() {
  const has = useRoles();
  if (has('nurse', 'clerk')) return <WaitingScreen />;
  if (has('operator')) return <Navigate to={`${staffPaths.desk}/records`} replace />;
  return (
    <ForRoles roles={['privacy']}>
      <Navigate to={OPENINGS_PATH} replace />
    </ForRoles>
  );
}

/** Everyone who waits for the desk, longest wait first. */
function WaitingScreen() {
  const t = useText(words);
  const now = useNow();
  const { state, waiting, retry } = useWaiting();
  const entries = waiting ? toEntries(waiting.requests, waiting.accounts) : [];
  const count = entries.length;
  const overdue = entries.filter(({ dueAt }) => isOverdueAt(dueAt, now)).length;
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

/** One person who waits, and for what. */
interface WaitingEntry {
  id: string;
  since: string;
  /** When the wait is too long; null if it can no longer be. */
  dueAt: string | null;
  item: { request: DeskRequest } | { account: DeskAccount };
}

/** Returns everything that waits, longest wait first. */
function toEntries(requests: readonly DeskRequest[], accounts: readonly DeskAccount[]): WaitingEntry[] {
  const entries: WaitingEntry[] = [
    ...requests.map((request) => ({
      id: request.id,
      since: request.createdAt,
      dueAt: request.dueAt ?? null,
      item: { request },
    })),
    ...accounts.map((account) => ({
      id: account.id,
      since: account.createdAt,
      dueAt: account.dueAt ?? null,
      item: { account },
    })),
  ];
  return entries.sort((one, other) => (one.since < other.since ? -1 : 1));
}

const Waits = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
`;

const Excerpt = styled(Soft).attrs({ as: 'span' })`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

/** Who waits, for what and how long. */
function WaitingTable({ entries, now }: { entries: readonly WaitingEntry[]; now: number }) {
  const t = useText(words);
  const table = useRef<HTMLTableElement>(null);
  useFocusOnArrival(table);
  const columns = [t('patients.fullName'), t('overview.what'), t('overview.wait'), t('overview.state')];
  return (
    <Table ref={table} aria-label={t('overview.list')}>
      <ColumnHeadings columns={columns} />
      {entries.map((entry) => (
        <tbody key={entry.id}>
          <EntryRow>
            <Who entry={entry} />
            <td data-wide>
              <What entry={entry} />
            </td>
            <td data-short>
              <Waits>
                <time dateTime={entry.since} title={formatMoment(entry.since)}>
                  {waitOf(t, entry.since, now)}
                </time>
                {isOverdueAt(entry.dueAt, now) && <OverdueMark />}
              </Waits>
            </td>
            <td data-short>{t(stateOf(entry))}</td>
          </EntryRow>
        </tbody>
      ))}
    </Table>
  );
}

function Who({ entry: { item } }: { entry: WaitingEntry }) {
  if ('account' in item) {
    return (
      <th scope="row">
        <Link to={staffPaths.accounts}>
          {item.account.firstName} {item.account.lastName}
        </Link>
      </th>
    );
  }
  const { patient } = item.request;
  return (
    <th scope="row">
      <Link to={requestAddress(item.request)}>{patient.name}</Link> <Identity of={patient} />
    </th>
  );
}

function What({ entry: { item } }: { entry: WaitingEntry }) {
  const t = useText(words);
  if ('account' in item) {
    return (
      <>
        {t('overview.account')}
        <Excerpt>{item.account.organization}</Excerpt>
      </>
    );
  }
  const { who, text, patient } = item.request;
  return (
    <>
      <RequestKind request={item.request} />
      {who !== patient.name && ` · ${t('requests.from', { who })}`}
      <Excerpt>{text}</Excerpt>
    </>
  );
}

function stateOf({ item }: WaitingEntry) {
  if ('account' in item) return 'accounts.review';
  const { replies, status } = item.request;
  if (status === 'on-the-way') return 'requests.states.on-the-way';
  if (replies.length > 0) return 'requests.states.replied';
  return status === 'sent' ? 'requests.states.sent' : 'requests.states.seen';
}
