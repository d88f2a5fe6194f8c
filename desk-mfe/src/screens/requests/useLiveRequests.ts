import type { DeskRequest, RequestStatus } from 'mock-api/contract';
import { useCallback, useEffect, useRef } from 'react';
import { useLocale, useStore } from 'shared-ui';
import { FURTHER_PAGE_SIZE, PAGE_SIZE } from '../../api/page.ts';
import { fetchRequest, fetchRequests } from '../../api/waiting.ts';
import { type Pages, usePages } from '../../components/paging/usePages.ts';
import { useChangedRequest } from '../../components/useChangedRequest.ts';

/** Whether a request is listed before another one: done ones start with the newest, others with the longest wait. */
function isBefore(one: DeskRequest, other: DeskRequest, status: RequestStatus): boolean {
  const [first, second] = status === 'done' ? [other, one] : [one, other];
  return first.createdAt === second.createdAt ? first.id < second.id : first.createdAt < second.createdAt;
}

/**
 * Returns the list with the current state of a request. A listed one stays in its place whatever its status, so that
 * readers keep theirs. Another one is inserted if it has the list's status and is not on a later page.
 */
function withRequest(items: DeskRequest[], request: DeskRequest, status: RequestStatus, isWhole: boolean) {
  if (items.some(({ id }) => id === request.id)) {
    return items.map((other) => (other.id === request.id ? request : other));
  }
  if (request.status !== status) return items;
  const place = items.findIndex((other) => isBefore(request, other, status));
  if (place < 0) return isWhole ? [...items, request] : items;
  return [...items.slice(0, place), request, ...items.slice(place)];
}

/** Fetches as many requests as are listed, and at least one page. */
async function fetchAsMany(status: RequestStatus, count: number): Promise<DeskRequest[]> {
  let page = await fetchRequests(status);
  const list = [...page];
  let size = PAGE_SIZE;
  while (page.length >= size && list.length < count) {
    page = await fetchRequests(status, list.at(-1)?.id);
    size = FURTHER_PAGE_SIZE;
    list.push(...page);
  }
  return list;
}

/** Fetches what has changed since the list was fetched: its requests, and those that have another status now. */
async function fetchUpdates(status: RequestStatus, listed: readonly DeskRequest[]) {
  const current = await fetchAsMany(status, listed.length);
  const found = new Set(current.map(({ id }) => id));
  const missing = listed.flatMap(({ id }) => (found.has(id) ? [] : [id]));
  const others = await Promise.all(missing.map(fetchRequest));
  const requests = [...current, ...others.filter((request) => request !== undefined)];
  const erased = new Set(missing.filter((_id, at) => others[at] === undefined));
  return { requests, erased };
}

/**
 * Fetches the requests with a status, page by page, and keeps them up to date. Updates never replace the list, because
 * that would discard replies that are being typed.
 */
export function useLiveRequests(status: RequestStatus): Pages<DeskRequest> {
  const pages = usePages((after) => fetchRequests(status, after), [status, useLocale()]);
  const { change, isWhole, items } = pages;
  const latest = useRef({ items, isWhole });
  useEffect(() => {
    latest.current = { items, isWhole };
  });
  const put = useCallback(
    (requests: readonly DeskRequest[]) =>
      change((before) =>
        requests.reduce((list, request) => withRequest(list, request, status, latest.current.isWhole), before),
      ),
    [change, status],
  );
  const remove = useCallback(
    (ids: ReadonlySet<string>) => change((before) => before.filter(({ id }) => !ids.has(id))),
    [change],
  );
  const catchUp = useCallback(async () => {
    try {
      const { requests, erased } = await fetchUpdates(status, latest.current.items);
      put(requests);
      remove(erased);
    } catch (error) {
      // The next change or refresh fetches them again.
      console.info('Changed requests could not be fetched', error);
    }
  }, [put, remove, status]);
  useChangedRequest(
    (id, request) => (request ? put([request]) : remove(new Set([id]))),
    () => void catchUp(),
  );
  const refresh = useStore(({ app }) => app.refresh);
  const applied = useRef(refresh);
  useEffect(() => {
    // The stream may have missed changes.
    if (refresh === applied.current) return;
    applied.current = refresh;
    void catchUp();
  }, [refresh, catchUp]);
  return pages;
}
