import type { DeskRequest } from 'mock-api/contract';
import { useCallback, useState } from 'react';
import { useLoad, useLocale, useStore } from 'shared-ui';
import { fetchBoard } from '../../api/board.ts';
import { useChangedRequest } from '../../components/useChangedRequest.ts';

/** Id of a request -> its state since the list was fetched; undefined once it no longer exists. */
type Changes = ReadonlyMap<string, DeskRequest | undefined>;

/** A concern whose ward is not shown belongs to every ward. */
const isOnBoard = ({ isAnonymous, patient }: DeskRequest, ward: string) =>
  ward === '' || patient.ward === ward || (isAnonymous === true && !patient.ward);

/** Returns a ward's open requests with what has changed since. */
function merge(requests: readonly DeskRequest[], changes: Changes, ward: string): DeskRequest[] {
  const others = requests.filter(({ id }) => !changes.has(id));
  const belongs = (request: DeskRequest | undefined): request is DeskRequest =>
    request !== undefined && request.status !== 'done' && isOnBoard(request, ward);
  return [...others, ...[...changes.values()].filter(belongs)];
}

const NO_CHANGES: Changes = new Map();

/** Fetches a ward's open requests, and keeps them up to date with the stream of changes. */
export function useBoard(ward: string) {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const { state, value, retry } = useLoad(() => fetchBoard(ward), [ward, locale, refresh]);
  const [fetched, setFetched] = useState<readonly DeskRequest[]>();
  const [listed, setListed] = useState<readonly DeskRequest[]>();
  const [changes, setChanges] = useState(NO_CHANGES);
  const [applied, setApplied] = useState(refresh);
  if (value && value !== fetched) {
    setFetched(value);
    setListed(value);
  }
  if (refresh !== applied) {
    // The stream may have missed changes: what is known now must not replace what is fetched next.
    setApplied(refresh);
    setListed(listed && merge(listed, changes, ward));
    setChanges(NO_CHANGES);
  }
  const put = useCallback(
    (id: string, request: DeskRequest | undefined) => setChanges((before) => new Map(before).set(id, request)),
    [],
  );
  useChangedRequest(put, retry);
  return { state: listed ? ('ready' as const) : state, requests: merge(listed ?? [], changes, ward), put, retry };
}
