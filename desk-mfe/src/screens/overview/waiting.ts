import type { DeskAccount, DeskRequest } from 'mock-api/contract';
import { useState } from 'react';
import { useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { fetchAccounts } from '../../api/accounts.ts';
import { PAGE_SIZE } from '../../api/page.ts';
import { fetchRequests } from '../../api/requests.ts';
import { useChangedRequest } from '../../components/useChangedRequest.ts';

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
export function useWaiting() {
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
