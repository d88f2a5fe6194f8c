import { careEvent } from 'shared-ui/testing';
import { eventPath } from './EventItem.tsx';

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
