import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, needsAttention, OWN_PROFILE } from './events.ts';

const OTHER_PROFILE = 2;
const { GENERAL, SUPPORTER, SUPPORTER_REQUEST, PHYSICIAN } = EVENT_TYPE;

const COUNTS: Record<CareEvent['status'], boolean> = {
  ACTIONABLE: true,
  NOT_VIEWED: true,
  URGENT: true,
  PENDING: false,
  VIEWED: false,
  COMPLETED: false,
};

test.each(Object.entries(COUNTS))(
  'needsAttention of an event that is %s is the same for every profile and stay, and false once viewed',
  (status, counts) => {
    for (const profileId of [OWN_PROFILE, OTHER_PROFILE])
      for (const previousStay of [false, true]) {
        const event = { status, type: PHYSICIAN, profileId, previousStay };
        expect(needsAttention({ ...event, viewed: false })).toBe(counts);
        expect(needsAttention({ ...event, viewed: true })).toBe(false);
      }
  },
);

test.each([
  { type: GENERAL, own: true, other: false, earlier: true },
  { type: SUPPORTER, own: true, other: false, earlier: true },
  { type: SUPPORTER_REQUEST, own: true, other: false, earlier: false },
  ...Object.values(EVENT_TYPE)
    .filter((type) => type !== GENERAL && type !== SUPPORTER && type !== SUPPORTER_REQUEST)
    .map((type) => ({ type, own: true, other: true, earlier: true })),
])('needsAttention of an unread event of type $type depends on profile and stay', ({ type, own, other, earlier }) => {
  const event = { status: 'NOT_VIEWED', viewed: false, type };
  expect(needsAttention({ ...event, profileId: OWN_PROFILE, previousStay: false })).toBe(own);
  expect(needsAttention({ ...event, profileId: OTHER_PROFILE, previousStay: false })).toBe(other);
  expect(needsAttention({ ...event, profileId: OWN_PROFILE, previousStay: true })).toBe(earlier);
  expect(needsAttention({ ...event, profileId: OTHER_PROFILE, previousStay: true })).toBe(earlier);
});
