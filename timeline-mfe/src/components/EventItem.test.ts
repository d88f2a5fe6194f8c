import { careEvent, setLocale } from 'shared-ui/testing';
import { words } from '../words.ts';
import { eventPath, formatEventTime } from './EventItem.tsx';

const at = (type: number, linkId: string | null = 'link') => eventPath(careEvent({ id: 'id', type, linkId }));

test.each([
  ['general', 0, '/profile/1/events/link'],
  ['supporter', 1, '/profile/1/events/link'],
  ['result', 2, '/profile/1/results/link'],
  ['result complete', 3, '/profile/1/events/link'],
  ['result survey', 4, '/profile/1/events/id'],
  ['blood survey', 5, '/profile/1/events/id'],
  ['care plan', 6, '/profile/1/care-plans/link'],
  ['message', 7, '/profile/1/messages/id'],
  ['hospital', 8, '/profile/1/events/link'],
  ['admission survey', 9, '/profile/1/events/id'],
  ['discharge survey', 10, '/profile/1/events/id'],
  ['physician', 11, '/profile/1/events/id'],
  ['record', 13, '/profile/1/events/link'],
])('eventPath for a %s event (type %i) is %s', (_, type, path) => {
  expect(at(type)).toBe(path);
});

test.each([0, 2, 3, 6, 8])('eventPath for type %i without a link is the event itself', (type) => {
  expect(at(type, null)).toBe('/profile/1/events/id');
});

test('eventPath for a reply of the hospital is the list of requests', () => {
  expect(eventPath(careEvent({ id: 'id', type: 7, requestId: 'r', profileId: 2 }))).toBe('/profile/2/requests');
});

test('eventPath stays within the event’s profile', () => {
  expect(eventPath(careEvent({ id: 'id', type: 11, profileId: 2 }))).toBe('/profile/2/events/id');
});

const NOW = new Date(2026, 10, 20, 12, 0, 0).getTime();
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

test.each([
  [-5, 'Just now', 'À l’instant'],
  [0.9, 'Just now', 'À l’instant'],
  [1, '1 min ago', 'Il y a 1 min'],
  [59.9, '59 min ago', 'Il y a 59 min'],
  [78, '10:42\u00a0a.m.', '10\u00a0h\u00a042'],
  [60 * 24 * 3, 'Nov 17, 2026', '17 nov. 2026'],
])('formatEventTime formats a time %d minutes ago as "%s", in French as "%s"', (minutes, english, french) => {
  expect(formatEventTime(minutesAgo(minutes), NOW, words.fixed.en)).toBe(english);
  setLocale('fr');
  expect(formatEventTime(minutesAgo(minutes), NOW, words.fixed.fr)).toBe(french);
  setLocale('en');
});
