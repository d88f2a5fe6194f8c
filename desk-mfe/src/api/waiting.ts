import type { AccountStatus, DeskAccount, DeskRequest, NewReply, RequestListStatus } from 'mock-api/contract';
import { ApiFailure, call, staffPaths } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of accounts with the given status, oldest first. */
export const fetchAccounts = (status: AccountStatus, after?: string) =>
  call<DeskAccount[]>('get', `v1/desk/accounts${pageQuery({ status }, after)}`);

const accountPath = (id: string) => `v1/desk/accounts/${encodeURIComponent(id)}`;

/** Approves an account; the server notifies its owner. */
export const approveAccount = (id: string) => call<DeskAccount>('post', `${accountPath(id)}/approve`);

/** Denies an account; its owner receives the reason verbatim. */
export const denyAccount = (id: string, reason: string) =>
  call<DeskAccount>('post', `${accountPath(id)}/deny`, { reason });

/** Query of the requests' screen: the list to show, and the request to open. */
export const REQUEST_QUERY = { status: 'status', open: 'open' } as const;

/** Returns the address of the requests' screen with one request open. */
export function requestAddress({ id, status }: Pick<DeskRequest, 'id' | 'status'>): string {
  const query = new URLSearchParams({ [REQUEST_QUERY.status]: status, [REQUEST_QUERY.open]: id });
  return `${staffPaths.requests}?${query}`;
}

/** Fetches a page of requests with the given status; unfinished ones start with the longest wait. */
export const fetchRequests = (status: RequestListStatus, after?: string) =>
  call<DeskRequest[]>('get', `v1/desk/requests${pageQuery({ status }, after)}`);

const requestPath = (id: string) => `v1/desk/requests/${encodeURIComponent(id)}`;

/** Fetches one request; undefined if it no longer exists. */
export async function fetchRequest(id: string): Promise<DeskRequest | undefined> {
  try {
    return await call<DeskRequest>('get', requestPath(id));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}

export const markSeen = (id: string) => call<DeskRequest>('post', `${requestPath(id)}/seen`);

export const markDone = (id: string) => call<DeskRequest>('post', `${requestPath(id)}/done`);

/** Sends a reply, which also marks the request as read. */
export const sendReply = (id: string, reply: NewReply) =>
  call<DeskRequest>('post', `${requestPath(id)}/replies`, reply);
