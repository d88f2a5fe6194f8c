import type { DeskAccount, DeskRequest } from 'mock-api/contract';
import { useState } from 'react';
import { ApiFailure, useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { fetchAccounts } from '../../api/accounts.ts';
import { PAGE_SIZE } from '../../api/page.ts';
import { fetchRequest, fetchRequests } from '../../api/requests.ts';

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

/** Fetches a request that has changed; undefined if it no longer exists. */
async function fetchChanged(id: string): Promise<DeskRequest | undefined> {
  try {
    return await fetchRequest(id);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}

/** Replaces one request in the list, or removes it once it is done. */
function replaceRequest(waiting: Waiting, id: string, request: DeskRequest | undefined): Waiting {
  const others = waiting.requests.filter((other) => other.id !== id);
  const isOpen = request !== undefined && request.status !== 'done';
  return { ...waiting, requests: isOpen ? [...others, request] : others };
}

/**
 * Fetches who waits for the desk, and keeps the list up to date: of a changed request only that request is fetched, so
 * that no other patient's log records a view.
 */
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
  useChange('request.updated', (id) => {
    fetchChanged(id).then(
      (request) => setWaiting((before) => before && replaceRequest(before, id, request)),
      (error) => {
        console.info('A changed request could not be fetched', error);
        retry();
      },
    );
  });
  useChange('account.updated', retry);
  return { state, waiting, retry };
}
