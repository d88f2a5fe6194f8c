import type {
  CareEvent,
  Notification,
  Profile,
  RequestAccepted,
  Story,
  StorySeries,
  StoryStepPlayed,
  Supporter,
  SupporterInvite,
  SupporterInvited,
  SupporterPermissions,
  SupportRequest,
} from 'mock-api/contract';
import { call } from './client.ts';
import { callOrSeen } from './seen.ts';

/** Every event of every profile the session may see, newest first. */
export const fetchEvents = () => callOrSeen<CareEvent[]>('events');

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
export const fetchProfiles = () => callOrSeen<Profile[]>('v1/profiles');

export const fetchNotifications = () => callOrSeen<Notification[]>('v1/notifications');

export const fetchSupporters = () => callOrSeen<Supporter[]>('v1/supporters');

/** Texts an invite; gives the supporter to be and the pending event. */
export const sendInvite = (invite: SupporterInvite) => call<SupporterInvited>('post', 'v1/supporters', invite);

/** Sets what a supporter may see and do. */
export const changePermissions = (id: string, permissions: SupporterPermissions) =>
  call<Supporter>('patch', `v1/supporters/${encodeURIComponent(id)}`, { permissions });

/** Sends the support form: a text message to the support team. */
export const sendSupportRequest = (request: SupportRequest) => call<void>('post', 'v1/support-requests', request);

/** The demo story's script and how far this user has come. */
export const fetchStory = () => call<Story>('get', 'v1/story');

/** Plays one step of the story. Playing it twice adds nothing. */
export const playStoryStep = (series: StorySeries, index: number) =>
  call<StoryStepPlayed>('post', `v1/story/${series}/steps/${index}`);

/** Starts this user's demo again from the beginning. */
export const restartDemo = (userId: string) => call<unknown>('get', `v1/users/${encodeURIComponent(userId)}/reset`);
