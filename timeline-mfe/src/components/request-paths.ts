import type { NewRequest } from 'mock-api/contract';

export type RequestKind = NewRequest['kind'];
/** The subject of a request: an event, a result or a care plan. */
export type RequestAbout = NonNullable<NewRequest['about']>;

/** Path of a profile's requests. */
export const requestsPath = (profileId: number) => `/profile/${profileId}/requests`;

/** Path of the request form: `?kind=question|request|correction`, plus `&type=` and `&id=` of its subject. */
export const newRequestPath = (profileId: number, kind: RequestKind, about?: RequestAbout) =>
  `${requestsPath(profileId)}/new?${new URLSearchParams({ kind, ...about })}`;
