import type * as contract from 'mock-api/contract';
import type { CareEvent, Notification, RequestAccepted } from 'mock-api/contract';
import { call } from '../../platform/http/client.ts';
import { readThrough } from '../../platform/http/offline-cache.ts';

/** Event type codes (docs/product-rules.md#codes). */
export const EVENT_TYPE = {
  GENERAL: 0,
  SUPPORTER: 1,
  RESULT: 2,
  RESULT_COMPLETE: 3,
  RESULT_SURVEY: 4,
  BLOOD_SURVEY: 5,
  CARE_PLAN: 6,
  MESSAGE: 7,
  HOSPITAL: 8,
  HOSPITAL_SURVEY_IN: 9,
  HOSPITAL_SURVEY_OUT: 10,
  PHYSICIAN: 11,
  SUPPORTER_REQUEST: 12,
} as const satisfies typeof contract.EVENT_TYPE;

/** Fetches the events of every profile the session may see, newest first. */
export const fetchEvents = () => readThrough<CareEvent[]>('events');

export const fetchNotifications = () => readThrough<Notification[]>('v1/notifications');

/** Marks an event VIEWED. */
export const viewEvent = (id: string) => call<CareEvent>('post', `v1/events/${encodeURIComponent(id)}/view`);

/** Deletes an event; `restoreEvent` undoes it. */
export const deleteEvent = (id: string) => call<void>('delete', `v1/events/${encodeURIComponent(id)}`);

/** Undoes a deletion. */
export const restoreEvent = (id: string) => call<CareEvent>('post', `v1/events/${encodeURIComponent(id)}/restore`);

export const acceptSupporterRequest = (id: string) =>
  call<RequestAccepted>('post', `v1/events/${encodeURIComponent(id)}/accept`);

export const declineSupporterRequest = (id: string) =>
  call<void>('post', `v1/events/${encodeURIComponent(id)}/decline`);
