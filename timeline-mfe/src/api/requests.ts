import type { CareRequest, NewRequest } from 'mock-api/contract';
import { call } from 'shared-ui';

const requestsOf = (profileId: number) => `v1/profiles/${profileId}/requests`;

/** Fetches a profile's requests with their replies, newest first. Throws ApiFailure. */
export const fetchRequests = (profileId: number) => call<CareRequest[]>('get', requestsOf(profileId));

/** Sends a question, request or correction. Throws ApiFailure (403: the patient hasn't permitted this supporter). */
export const sendRequest = (profileId: number, request: NewRequest) =>
  call<CareRequest>('post', requestsOf(profileId), request);
