import type { DeskRequest, RequestStatus } from 'mock-api/contract';
import { call } from 'shared-ui';
import { pageQuery } from './page.ts';

/** A page of the requests of one status; those that are not done with the longest wait first. Throws ApiFailure. */
export const fetchRequests = (status: RequestStatus, after?: string) =>
  call<DeskRequest[]>('get', `v1/desk/requests${pageQuery({ status }, after)}`);

const pathOf = (id: string) => `v1/desk/requests/${encodeURIComponent(id)}`;

/** It was read. Throws ApiFailure. */
export const markSeen = (id: string) => call<DeskRequest>('post', `${pathOf(id)}/seen`);

/** It is done. Throws ApiFailure. */
export const markDone = (id: string) => call<DeskRequest>('post', `${pathOf(id)}/done`);

/** Replies; the request has been read then. Throws ApiFailure. */
export const sendReply = (id: string, text: string) => call<DeskRequest>('post', `${pathOf(id)}/replies`, { text });
