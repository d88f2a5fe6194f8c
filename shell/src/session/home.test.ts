import type { Store } from 'shared-ui';
import { patient, store } from 'shared-ui/testing';
import { afterSplash } from '../entry/Splash.tsx';
import { publishRoutes } from '../remotes/testing/registry.ts';
import { homeOf, onboardingGuard } from './guards.ts';

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

// Must run first: the routes published below also apply to later tests.
test('homeOf sends staff to the app when no remote has a desk', () => {
  expect(homeOf(state(staff))).toBe('/app');
});

describe('when a remote has a desk', () => {
  beforeAll(() => publishRoutes('desk', [{ path: '/desk/*', guard: 'staff' }]));

  test('staff land on the desk, even in a new browser', () => {
    expect([homeOf(state(staff)), afterSplash(state(staff))]).toEqual(['/desk', '/desk']);
  });

  test('patients land in the app', () => {
    expect([homeOf(state(patient)), afterSplash(state(patient, true))]).toEqual(['/app', '/app']);
  });

  test('afterSplash asks staff for the second factor and patients for the PIN', () => {
    expect(afterSplash(state(halfway, true))).toBe('/onboarding/second-factor');
    const { roleType: _role, secondFactor: _factor, ...narrow } = halfway;
    expect(afterSplash(state(narrow))).toBe('/onboarding/pin-code');
  });

  test('after a session that ended, its own user is led back to where they were', () => {
    const back = (me: typeof patient, path: string) => {
      const given = state(me, true);
      return { ...given, session: { ...given.session, ended: { reason: 'idle', userId: patient.id, path } as const } };
    };
    const reading = back(patient, '/profile/1/results/r1');
    expect([onboardingGuard(reading, '/onboarding/patient-complete'), afterSplash(reading)]).toEqual(
      Array(2).fill('/profile/1/results/r1'),
    );
    expect(afterSplash(back(staff, '/desk/requests'))).toBe('/desk/requests');
    const someoneElse = back({ ...patient, id: 'other' }, '/profile/1/results/r1');
    expect([onboardingGuard(someoneElse, '/onboarding/login'), afterSplash(someoneElse)]).toEqual(['/app', '/app']);
  });

  test('afterSplash shows the sign-in screen after a session that ended, and the start after a sign-out', () => {
    const out = state(null);
    const ended = { reason: 'other', userId: null, path: null } as const;
    expect(afterSplash({ ...out, session: { ...out.session, ended } })).toBe('/onboarding/login');
    expect(afterSplash(out)).toBe('/onboarding');
  });

  test('onboardingGuard redirects staff to the desk, or to the app after the tutorial', () => {
    const given = state(staff, true);
    expect(onboardingGuard(given, '/onboarding/welcome')).toBe('/desk');
    expect(onboardingGuard(given, '/onboarding/tutorial')).toBe('/app');
  });
});
