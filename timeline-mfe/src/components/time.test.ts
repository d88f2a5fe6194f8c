import { setLocale } from 'shared-ui/testing';
import { words } from '../words.ts';
import { formatEventTime } from './time.ts';

const NOW = new Date(2026, 10, 20, 12, 0, 0).getTime();
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

test.each([
  [-5, 'Just now', 'À l’instant'],
  [0.9, 'Just now', 'À l’instant'],
  [1, '1 min ago', 'Il y a 1 min'],
  [59.9, '59 min ago', 'Il y a 59 min'],
  [78, '10:42\u00a0a.m.', '10\u00a0h\u00a042'],
  [60 * 24 * 3, 'Nov 17, 2026', '17 nov. 2026'],
])('when formats a time %d minutes ago as "%s", in French as "%s"', (minutes, english, french) => {
  expect(formatEventTime(minutesAgo(minutes), NOW, words.fixed.en)).toBe(english);
  setLocale('fr');
  expect(formatEventTime(minutesAgo(minutes), NOW, words.fixed.fr)).toBe(french);
  setLocale('en');
});
