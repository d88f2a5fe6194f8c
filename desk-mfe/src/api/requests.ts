import type { DeskRequest, RequestStatus } from 'mock-api/contract';
import { ApiFailure, call } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of requests with the given status; unfinished ones start with the longest wait. Throws ApiFailure. */
export const fetchRequests = (status: RequestStatus, after?: string) =>
  call<DeskRequest[]>('get', `v1/desk/requests${pageQuery({ status }, after)}`);

const pathOf = (id: string) => `v1/desk/requests/${encodeURIComponent(id)}`;

/** Fetches one request; undefined if it no longer exists. Throws ApiFailure. */
export async function fetchRequest(id: string): Promise<DeskRequest | undefined> {
  try {
    return await call<DeskRequest>('get', pathOf(id));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}

/** Marks a request as read. Throws ApiFailure. */
export const markSeen = (id: string) => call<DeskRequest>('post', `${pathOf(id)}/seen`);

/** Marks a request as done. Throws ApiFailure. */
export const markDone = (id: string) => call<DeskRequest>('post', `${pathOf(id)}/done`);

/** Sends a reply, which also marks the request as read. Throws ApiFailure. */
export const sendReply = (id: string, text: string) => call<DeskRequest>('post', `${pathOf(id)}/replies`, { text });
