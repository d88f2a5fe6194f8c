import { publishRoutes } from '../remotes/testing/registry.ts';
import { ownerAt, profileOf } from './areas.ts';

beforeEach(() => {
  publishRoutes('timeline', [
    { path: '/app/*', guard: 'patient' },
    { path: '/profile/:profileId/*', guard: 'patient' },
  ]);
});

test('profileOf accepts whole numbers from 1', () => {
  expect(profileOf('/profile/2/events')).toBe(2);
  expect(profileOf('/profile/0/events')).toBeNull();
  expect(profileOf('/profile/x/events')).toBeNull();
  expect(profileOf('/app')).toBeNull();
});

test('ownerAt returns the remote that claims the path in the page’s registry', () => {
  expect(ownerAt('/app/help')).toMatchObject({ remote: 'timeline', guard: 'patient' });
  expect(ownerAt('/profile/1/events')).toMatchObject({ remote: 'timeline', guard: 'patient' });
});

test('ownerAt returns undefined for unclaimed paths and invalid profile ids', () => {
  expect(ownerAt('/elsewhere')).toBeUndefined();
  expect(ownerAt('/profile/x/events')).toBeUndefined();
});
