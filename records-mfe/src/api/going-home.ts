import type { CareRequest, PointsTicked, PointTick } from 'mock-api/contract';
import { call, readThrough } from 'shared-ui';

/** What requests about a point of the checklist are about, in the API. */
export const POINT_TYPE = 'going-home';

/** Saves whether the user has ticked a point. Throws ApiFailure (404: the point has changed). */
export const saveTick = (profileId: number, tick: PointTick) =>
  call<PointsTicked>('post', `v1/profiles/${profileId}/going-home`, tick);

const requestsOf = (profileId: number) => `v1/profiles/${profileId}/requests`;

/** Fetches a profile's requests, newest first. Throws ApiFailure. */
export const fetchRequests = (profileId: number) => readThrough<CareRequest[]>(requestsOf(profileId));

/** Asks the hospital about a point of the checklist. Throws ApiFailure. */
export const askAboutPoint = (profileId: number, point: string, text: string) =>
  call<CareRequest>('post', requestsOf(profileId), {
    kind: 'question',
    about: { type: POINT_TYPE, id: point },
    text,
  });
