import type { DeskRequest } from 'mock-api/contract';
import { useRef } from 'react';
import { useChange } from 'shared-ui/details';
import { fetchRequest } from '../api/waiting.ts';

/**
 * Fetches each request that changes on the server while the component is mounted. Only that request is fetched, so that
 * no other patient's log records a view.
 * @param onChanged receives the request; undefined if it no longer exists
 * @param onFailed called when it could not be fetched
 */
export function useChangedRequest(
  onChanged: (id: string, request: DeskRequest | undefined) => void,
  onFailed: () => void,
): void {
  /** Id -> its latest change. Responses for earlier changes are outdated. */
  const changes = useRef(new Map<string, symbol>());
  useChange('request.updated', (id) => {
    const change = Symbol(id);
    changes.current.set(id, change);
    fetchRequest(id).then(
      (request) => {
        if (changes.current.get(id) === change) onChanged(id, request);
      },
      (error) => {
        console.info('A changed request could not be fetched', error);
        onFailed();
      },
    );
  });
}
