import { formatMoment, formatTime } from './format.ts';
import { setLocale } from './i18n.ts';

afterEach(() => setLocale('en'));

const at = (hours: number, minutes: number) => new Date(2026, 10, 25, hours, minutes).toISOString();

test.each([
  [0, 5, '12:05\u00a0a.m.', '0\u00a0h\u00a005'],
  [9, 41, '9:41\u00a0a.m.', '9\u00a0h\u00a041'],
  [11, 59, '11:59\u00a0a.m.', '11\u00a0h\u00a059'],
  [12, 0, '12:00\u00a0p.m.', '12\u00a0h\u00a000'],
  [15, 44, '3:44\u00a0p.m.', '15\u00a0h\u00a044'],
  [23, 59, '11:59\u00a0p.m.', '23\u00a0h\u00a059'],
])('formatTime formats %d h %d as Canadians write it: "%s", in French "%s"', (hours, minutes, english, french) => {
  expect(formatTime(at(hours, minutes))).toBe(english);
  setLocale('fr');
  expect(formatTime(at(hours, minutes))).toBe(french);
});

test('formatMoment formats a time of today as time of day, any other as day', () => {
  const now = new Date(2026, 10, 25, 20, 0);
  expect(formatMoment(at(15, 44), now)).toBe('3:44\u00a0p.m.');
  expect(formatMoment(new Date(2026, 10, 24, 15, 44).toISOString(), now)).toBe('Nov 24, 2026');
});
