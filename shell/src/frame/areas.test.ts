import { isAppPath, profileOf, remoteOf } from './areas.ts';

test.each([
  ['/app', 'timeline'],
  ['/app/help', 'timeline'],
  ['/profile/1/events', 'timeline'],
  ['/profile/1/events/e7', 'timeline'],
  ['/profile/2/supporters', 'timeline'],
  ['/profile/1/results', 'records'],
  ['/profile/2/results/r1', 'records'],
  ['/profile/1/care-plans', 'records'],
  ['/profile/1/care-plans/c1', 'records'],
])('%s belongs to %s', (path, remote) => {
  expect(isAppPath(path)).toBe(true);
  expect(remoteOf(path)).toBe(remote);
});

test('a profile is a whole number from 1', () => {
  expect(profileOf('/profile/2/events')).toBe(2);
  expect(profileOf('/profile/0/events')).toBeNull();
  expect(profileOf('/profile/x/events')).toBeNull();
  expect(profileOf('/app')).toBeNull();
});

test('other paths do not belong to the app', () => {
  expect(isAppPath('/elsewhere')).toBe(false);
  expect(isAppPath('/profile/x/events')).toBe(false);
});
