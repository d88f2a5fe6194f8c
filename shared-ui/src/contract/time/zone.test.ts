import { isTimeZone, localTime, timeOfLocal } from './zone.ts';

const TORONTO = 'America/Toronto';

test.each([
  ['America/Toronto', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['America/Ottawa', false],
  ['Toronto', false],
  ['EST', false],
  ['+05:00', false],
  ['', false],
])('isTimeZone accepts only IANA names: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test.each([
  ['winter', '2026-11-29T01:30:00.000Z', '2026-11-28T20:30'],
  ['summer', '2026-07-01T03:59:00.000Z', '2026-06-30T23:59'],
  ['midnight', '2026-11-28T05:00:00.000Z', '2026-11-28T00:00'],
  ['the minute before clocks go forward', '2026-03-08T06:59:00.000Z', '2026-03-08T01:59'],
  ['the minute after', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
  ['the minute before clocks go back', '2026-11-01T05:59:00.000Z', '2026-11-01T01:59'],
])('localTime and timeOfLocal convert between a time and the clock in Toronto: %s', (_, utc, local) => {
  expect(localTime(Date.parse(utc), TORONTO)).toBe(local);
  expect(new Date(timeOfLocal(local, TORONTO)).toISOString()).toBe(utc);
});

test.each([
  ['an hour that clocks skip is moved to after the change', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['of an hour that repeats, the first counts', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
])('timeOfLocal: %s', (_, local, utc) => {
  expect(new Date(timeOfLocal(local, TORONTO)).toISOString()).toBe(utc);
});

test('timeOfLocal returns NaN for a text that is no local time', () => {
  expect(timeOfLocal('soon', TORONTO)).toBeNaN();
});
