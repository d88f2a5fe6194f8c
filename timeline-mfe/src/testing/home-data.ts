/** Sample data for home and the lists. */
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, jordan } from 'shared-ui/testing';

export const survey = careEvent({
  id: 'survey',
  type: EVENT_TYPE.HOSPITAL_SURVEY_IN,
  status: 'ACTIONABLE',
  name: 'How was your admission?',
  createdAt: '2026-11-20T10:00:00.000Z',
});

export const supporterRequest = careEvent({
  id: 'request',
  type: EVENT_TYPE.SUPPORTER_REQUEST,
  status: 'PENDING',
  name: 'Maya Chen',
});

/** A next step; override the fields that matter to the test. */
export const step = (fields: object = {}) => ({
  id: 'next',
  profileId: 1,
  title: 'X-ray',
  content: 'X-ray, in detail',
  kind: 'next-step',
  icon: 'map-pin',
  createdAt: '2026-11-20T09:00:00.000Z',
  ...fields,
});

/** Responses of the API to the calls that load the timeline. */
export const timeline = (events: unknown, notifications: unknown = [], profiles: unknown = [jordan]) => ({
  'GET events': events,
  'GET v1/profiles': profiles,
  'GET v1/notifications': notifications,
});

/** Stops the clock at a time (ISO 8601) until the end of the test. Only intervals need `jest.advanceTimersByTime`. */
export const stopClock = (now: string): void => {
  jest.useFakeTimers({ now: Date.parse(now), doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'] });
};
