import type { CareRequest, NewRequest } from 'mock-api/contract';
import { call } from 'shared-ui';

const requestsOf = (profileId: number) => `v1/profiles/${profileId}/requests`;

/** What was asked of the hospital about a profile, newest first, with its replies. Throws ApiFailure. */
export const fetchRequests = (profileId: number) => call<CareRequest[]>('get', requestsOf(profileId));

/** Asks, requests or corrects. Throws ApiFailure: 403 where a patient does not let this supporter. */
export const sendRequest = (profileId: number, request: NewRequest) =>
  call<CareRequest>('post', requestsOf(profileId), request);
