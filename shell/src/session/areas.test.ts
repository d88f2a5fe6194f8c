import { publishRoutes } from '../remotes/testing/registry.ts';
import { ownerAt, profileOf } from './guards.ts';

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

test('ownerAt returns the remote that claims a path in the page’s registry', () => {
  for (const path of ['/app/help', '/profile/1/events'])
    expect(ownerAt(path)).toMatchObject({ remote: 'timeline', guard: 'patient' });
  for (const path of ['/elsewhere', '/profile/x/events']) expect(ownerAt(path)).toBeUndefined();
});
