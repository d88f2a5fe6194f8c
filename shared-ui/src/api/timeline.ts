import type {
  CareEvent,
  Notification,
  Profile,
  RequestAccepted,
  Story,
  StorySeries,
  StoryStepPlayed,
  Supporter,
  SupportRequest,
} from 'mock-api/contract';
import { call } from './client.ts';

/** Every event of every profile the session may see, newest first. */
export const fetchEvents = () => call<CareEvent[]>('get', 'events');

/** One event by id. */
export const fetchEvent = (id: string) => call<CareEvent>('get', `events/event?id=${encodeURIComponent(id)}`);

/** Marks an event VIEWED. */
export const viewEvent = (id: string) => call<CareEvent>('post', `v1/events/${encodeURIComponent(id)}/view`);

/** Deletes an event; `restoreEvent` takes that back. */
export const deleteEvent = (id: string) => call<void>('delete', `v1/events/${encodeURIComponent(id)}`);

/** Takes a deletion back. */
export const restoreEvent = (id: string) => call<CareEvent>('post', `v1/events/${encodeURIComponent(id)}/restore`);

/** Accepts a supporter request. */
export const acceptSupporterRequest = (id: string) =>
  call<RequestAccepted>('post', `v1/events/${encodeURIComponent(id)}/accept`);

/** Declines a supporter request. */
export const declineSupporterRequest = (id: string) =>
  call<void>('post', `v1/events/${encodeURIComponent(id)}/decline`);

/** The profiles of the selector: 1 is the user, 2 somebody they support. */
export const fetchProfiles = () => call<Profile[]>('get', 'v1/profiles');

export const fetchNotifications = () => call<Notification[]>('get', 'v1/notifications');

export const fetchSupporters = () => call<Supporter[]>('get', 'v1/supporters');

/** Sends the support form: a text message to the support team. */
export const sendSupportRequest = (request: SupportRequest) => call<void>('post', 'v1/support-requests', request);

/** The demo story's script and how far this user has come. */
export const fetchStory = () => call<Story>('get', 'v1/story');

/** Plays one step of the story. Playing it twice adds nothing. */
export const playStoryStep = (series: StorySeries, index: number) =>
  call<StoryStepPlayed>('post', `v1/story/${series}/steps/${index}`);

/** Starts this user's demo again from the beginning. */
export const restartDemo = (userId: string) => call<unknown>('get', `v1/users/${encodeURIComponent(userId)}/reset`);
