import type { DeskRequest } from 'mock-api/contract';
import { staffPaths } from 'shared-ui';

/** Query of the requests' screen: the list to show, and the request to open. */
export const REQUEST_QUERY = { status: 'status', open: 'open' } as const;

/** Returns the address of the requests' screen with one request open. */
export function requestPath({ id, status }: Pick<DeskRequest, 'id' | 'status'>): string {
  const query = new URLSearchParams({ [REQUEST_QUERY.status]: status, [REQUEST_QUERY.open]: id });
  return `${staffPaths.requests}?${query}`;
}
