import { EVENT_TYPE } from '../../contract/events.ts';
import { careEvent, openPage } from '../../testing/index.ts';
import { store, updateSlice } from '../store.ts';
import { badgeOf, isListed } from './rules.ts';

const badge = (profileId: number, event: Parameters<typeof careEvent>[0]) => {
  updateSlice('events', { list: [careEvent({ profileId, ...event })] });
  return badgeOf(profileId)(store.getState());
};

beforeEach(openPage);

test.each(['ACTIONABLE', 'NOT_VIEWED', 'URGENT'] as const)('badgeOf counts an event that is %s', (status) => {
  expect(badge(2, { id: 'e', type: EVENT_TYPE.PHYSICIAN, status })).toBe(1);
});

test.each(['VIEWED', 'COMPLETED', 'PENDING'] as const)('badgeOf does not count an event that is %s', (status) => {
  expect(badge(2, { id: 'e', type: EVENT_TYPE.PHYSICIAN, status })).toBe(0);
});

test.each([
  ['a supporter event', { type: EVENT_TYPE.SUPPORTER }],
  ['a general event', { type: EVENT_TYPE.GENERAL }],
  ['a supporter request', { type: EVENT_TYPE.SUPPORTER_REQUEST }],
])('badgeOf counts %s for the user’s own profile only, and isListed leaves it out', (_, fields) => {
  const event = { id: 'e', ...fields };
  expect(isListed(careEvent(event))).toBe(false);
  expect(badge(2, event)).toBe(0);
  expect(badge(1, event)).toBe(1);
});

test('badgeOf counts a general event of an earlier stay, but no supporter request', () => {
  expect(badge(1, { id: 'e', type: EVENT_TYPE.SUPPORTER_REQUEST, previousStay: true })).toBe(0);
  expect(badge(2, { id: 'e', type: EVENT_TYPE.GENERAL, previousStay: true })).toBe(1);
});
