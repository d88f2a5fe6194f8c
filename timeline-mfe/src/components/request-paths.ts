import type { NewRequest } from 'mock-api/contract';

export type RequestKind = NewRequest['kind'];
/** What a request is about: an event, a result, a care plan. */
export type RequestAbout = NonNullable<NewRequest['about']>;

/** Everything that was asked of the hospital about a profile. */
export const requestsPath = (profileId: number) => `/profile/${profileId}/requests`;

/** The form that asks the hospital: `?kind=question|request|correction`, and `&type=` and `&id=` of what it is about. */
export const newRequestPath = (profileId: number, kind: RequestKind, about?: RequestAbout) =>
  `${requestsPath(profileId)}/new?${new URLSearchParams({ kind, ...about })}`;
