import { publishRoutes } from '../remotes/test-registry.ts';
import { ownerAt, profileOf } from './areas.ts';

beforeEach(() => {
  publishRoutes('timeline', [
    { path: '/app/*', guard: 'patient' },
    { path: '/profile/:profileId/*', guard: 'patient' },
  ]);
});

test('a profile is a whole number from 1', () => {
  expect(profileOf('/profile/2/events')).toBe(2);
  expect(profileOf('/profile/0/events')).toBeNull();
  expect(profileOf('/profile/x/events')).toBeNull();
  expect(profileOf('/app')).toBeNull();
});

test('a path belongs to the remote that has claimed it in the page’s registry', () => {
  expect(ownerAt('/app/help')).toMatchObject({ remote: 'timeline', guard: 'patient' });
  expect(ownerAt('/profile/1/events')).toMatchObject({ remote: 'timeline', guard: 'patient' });
});

test('other paths belong to no remote, and so do those of a profile that is none', () => {
  expect(ownerAt('/elsewhere')).toBeUndefined();
  expect(ownerAt('/profile/x/events')).toBeUndefined();
});
