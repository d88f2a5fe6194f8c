import type { Leaving } from 'mock-api/contract';
import { useCallback, useRef, useState } from 'react';
import { useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { fetchLeaving, fetchLeavingBoard } from '../../api/leaving.ts';
import { fetchRequest } from '../../api/waiting.ts';

/** Id of a patient -> what has changed since the board was fetched; undefined once they are not on it. */
type Changes = ReadonlyMap<string, Leaving | undefined>;

const NO_CHANGES: Changes = new Map();

/** Type of requests about a point of the checklist. */
const POINT_TYPE = 'going-home';

/** Returns who leaves, of a ward or of all, with what has changed since. */
function merge(leaving: readonly Leaving[], changes: Changes, ward: string): Leaving[] {
  const belongs = (one: Leaving | undefined): one is Leaving =>
    one !== undefined && (ward === '' || one.patient.ward === ward);
  return [...leaving.filter(({ patient }) => !changes.has(patient.id)), ...[...changes.values()].filter(belongs)];
}

/**
 * Fetches who goes home, and keeps it up to date with the stream of changes. Only the patient of a change is fetched
 * again, so that no other patient's log records a view.
 */
export function useLeaving(ward: string) {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const { state, value, retry } = useLoad(() => fetchLeavingBoard(ward), [ward, locale, refresh]);
  const [board, setBoard] = useState(value);
  const [changes, setChanges] = useState(NO_CHANGES);
  if (value && value !== board) {
    setBoard(value);
    setChanges(NO_CHANGES);
  }
  /** Id of a patient -> their latest change. Responses for earlier changes are outdated. */
  const latest = useRef(new Map<string, symbol>());
  const update = useCallback(
    async (id: string) => {
      const change = Symbol(id);
      latest.current.set(id, change);
      try {
        const leaving = await fetchLeaving(id);
        if (latest.current.get(id) === change) setChanges((before) => new Map(before).set(id, leaving));
      } catch (error) {
        console.info('A patient who goes home could not be fetched', error);
        retry();
      }
    },
    [retry],
  );
  useChange('stay.updated', (id) => void update(id));
  useChange('request.updated', (id) =>
    fetchRequest(id).then(
      (request) => {
        if (request?.about?.type === POINT_TYPE) void update(request.patient.id);
        // Withdrawn: no one knows whose it was.
        else if (!request) retry();
      },
      (error) => {
        console.info('A changed request could not be fetched', error);
        retry();
      },
    ),
  );
  return {
    state: board ? ('ready' as const) : state,
    board: board && { ...board, leaving: merge(board.leaving, changes, ward) },
    update,
    retry,
  };
}
