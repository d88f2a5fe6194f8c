import type { CareEvent, Notification, RequestAccepted } from 'mock-api/contract';
import { call } from '../../platform/http/client.ts';
import { readThrough } from '../../platform/http/offline-cache.ts';

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
