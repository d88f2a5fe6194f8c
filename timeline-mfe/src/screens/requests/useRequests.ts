import type { CareRequest } from 'mock-api/contract';
import { ApiFailure, readThrough } from 'shared-ui';
import { useLiveLoad } from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import en from '../../locales/requests.en.json';

export const words = defineCatalogue(
  'timeline-mfe/requests',
  en,
  (tag) => import(`../../locales/requests.${tag}.json`),
);

/** Fetches a profile's requests with their replies, newest first; offline, the copy last seen. @throws ApiFailure */
const fetchRequests = (profileId: number) => readThrough<CareRequest[]>(`v1/profiles/${profileId}/requests`);

const NONE: CareRequest[] = [];

/** Returns a profile's requests, which follow what the hospital does with them. */
export function useRequests(profileId: number) {
  const { state, value, error, retry } = useLiveLoad(() => fetchRequests(profileId), [profileId], ['request.updated']);
  // The patient hasn't permitted this supporter to ask; the message is the server's.
  const refusal = error instanceof ApiFailure && error.status === 403 ? error.message : null;
  return { state, requests: value ?? NONE, refusal, retry };
}
