import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent } from 'shared-ui/testing';
import { eventGroups } from './groups.ts';

const ids = (events: CareEvent[]) => events.map(({ id }) => id);

const survey = careEvent({ id: 'survey', type: EVENT_TYPE.BLOOD_SURVEY, status: 'ACTIONABLE' });
const result = careEvent({ id: 'result', type: EVENT_TYPE.RESULT });
const earlier = careEvent({ id: 'earlier', type: EVENT_TYPE.HOSPITAL, status: 'COMPLETED', previousStay: true });

test('eventGroups separates this stay from earlier ones and keeps the order', () => {
  const { current, previous } = eventGroups([survey, earlier, result], 1);
  expect(ids(current)).toEqual(['survey', 'result']);
  expect(ids(previous)).toEqual(['earlier']);
});

test.each([
  ['viewed by status', { status: 'VIEWED' }, false, false],
  ['viewed by mark', { viewed: true }, false, false],
  ['a supporter request', { type: EVENT_TYPE.SUPPORTER_REQUEST }, false, false],
  ['general', { type: EVENT_TYPE.GENERAL }, false, true],
  ['about a supporter', { type: EVENT_TYPE.SUPPORTER }, false, true],
  ['of another profile', { profileId: 2 }, false, false],
] as const)('eventGroups filters an event that is %s', (_, fields, isCurrentListed, isPreviousListed) => {
  const event = careEvent({ id: 'event', type: EVENT_TYPE.RESULT, ...fields });
  expect(eventGroups([event], 1).current.length === 1).toBe(isCurrentListed);
  expect(eventGroups([{ ...event, previousStay: true }], 1).previous.length === 1).toBe(isPreviousListed);
});

test('eventGroups groups viewed events of all stays as read', () => {
  const seen = { ...result, status: 'VIEWED', viewed: true } as const;
  const seenEarlier = { ...earlier, viewed: true };
  expect(ids(eventGroups([survey, seen, seenEarlier], 1).read)).toEqual(['result', 'earlier']);
});

test('eventGroups counts another profile’s supporter event, which no list shows, as read', () => {
  const since = careEvent({ id: 'since', type: EVENT_TYPE.SUPPORTER, profileId: 2 });
  const groups = eventGroups([since], 2);
  expect(groups.current).toEqual([]);
  expect(groups.read).toEqual([{ ...since, status: 'VIEWED' }]);
});

test('eventGroups returns the user’s own supporter event only once it is viewed: until then it is on home', () => {
  const welcome = careEvent({ id: 'welcome', type: EVENT_TYPE.SUPPORTER });
  expect(eventGroups([welcome], 1).read).toEqual([]);
  expect(ids(eventGroups([{ ...welcome, status: 'VIEWED' }], 1).read)).toEqual(['welcome']);
});

test('eventGroups never returns supporter requests', () => {
  const request = careEvent({ id: 'request', type: EVENT_TYPE.SUPPORTER_REQUEST, status: 'VIEWED' });
  expect(eventGroups([request], 1).read).toEqual([]);
});
