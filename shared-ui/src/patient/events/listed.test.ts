import { careEvent, openPage } from '../../testing/index.ts';
import { store, updateSlice } from '../store.ts';
import { EVENT_TYPE } from './api.ts';
import { badgeOf, isListed } from './listed.ts';

const badge = (profileId: number, event: Parameters<typeof careEvent>[0]) => {
  updateSlice('events', { list: [careEvent({ profileId, ...event })] });
  return badgeOf(profileId)(store.getState());
};

beforeEach(() => openPage());

test.each(['ACTIONABLE', 'NOT_VIEWED', 'URGENT'] as const)('an event that is %s counts in the badge', (status) => {
  expect(badge(2, { id: 'e', type: EVENT_TYPE.PHYSICIAN, status })).toBe(1);
});

test.each(['VIEWED', 'COMPLETED', 'PENDING'] as const)('an event that is %s does not', (status) => {
  expect(badge(2, { id: 'e', type: EVENT_TYPE.PHYSICIAN, status })).toBe(0);
});

test.each([
  ['a supporter event', { type: EVENT_TYPE.SUPPORTER }],
  ['a general event', { type: EVENT_TYPE.GENERAL }],
  ['a supporter request', { type: EVENT_TYPE.SUPPORTER_REQUEST }],
])('%s of a supported person is in no list and does not count; at home, one’s own is and does', (_, fields) => {
  const event = { id: 'e', ...fields };
  expect(isListed(careEvent(event))).toBe(false);
  expect(badge(2, event)).toBe(0);
  expect(badge(1, event)).toBe(1);
});

test('a supporter request of an earlier stay is nowhere and does not count', () => {
  expect(badge(1, { id: 'e', type: EVENT_TYPE.SUPPORTER_REQUEST, previousStay: true })).toBe(0);
});

test('a general event of an earlier stay is listed and counts', () => {
  expect(badge(2, { id: 'e', type: EVENT_TYPE.GENERAL, previousStay: true })).toBe(1);
});
