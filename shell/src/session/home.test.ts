import type { Store } from 'shared-ui';
import { patient, store } from 'shared-ui/testing';
import { afterSplash } from '../entry/Splash.tsx';
import { publishRoutes } from '../remotes/test-registry.ts';
import { onboardingGuard } from './guards.tsx';
import { homeOf } from './home.ts';

const staff = { ...patient, roleType: 'staff' };
const halfway = {
  scope: 'narrow',
  firstName: 'Sam',
  maskedPhone: '',
  statusId: 1,
  roleType: 'staff',
  secondFactor: 'email',
} as const;

function state(me: Store['session']['me'], isUserValidated = false): Store {
  const initial = store.getInitialState();
  const session = { ...initial.session, status: me?.scope ?? 'anonymous', me } as const;
  return { ...initial, session, settings: { ...initial.settings, isUserValidated } };
}

// First: what is published stays for the tests after it.
test('staff go to the app where no remote shows a desk', () => {
  expect(homeOf(state(staff))).toBe('/app');
});

describe('where a remote shows a desk', () => {
  beforeAll(() => publishRoutes('desk', [{ path: '/desk/*', guard: 'staff' }]));

  test('staff land there, also in a browser that has never seen them', () => {
    expect([homeOf(state(staff)), afterSplash(state(staff))]).toEqual(['/desk', '/desk']);
  });

  test('patients land in the app', () => {
    expect([homeOf(state(patient)), afterSplash(state(patient, true))]).toEqual(['/app', '/app']);
  });

  test('staff without the second factor are asked for it, patients without the PIN for that', () => {
    expect(afterSplash(state(halfway, true))).toBe('/onboarding/second-factor');
    const { roleType: _role, secondFactor: _factor, ...narrow } = halfway;
    expect(afterSplash(state(narrow))).toBe('/onboarding/pin-code');
  });

  test('onboarding leads staff to it, and from the end of the tutorial on to the app', () => {
    const given = state(staff, true);
    expect(onboardingGuard(given, '/onboarding/welcome')).toBe('/desk');
    expect(onboardingGuard(given, '/onboarding/tutorial')).toBe('/app');
  });
});
