import type { Store } from 'shared-ui';
import { patient, store } from 'shared-ui/testing';
import { publishRoutes } from '../remotes/testing/registry.ts';
import { appGuard, guardRedirect, onboardingGuard, ownerAt, profileOf } from './guards.ts';

const narrow = { scope: 'narrow', firstName: 'Jordan', maskedPhone: '•••• 0101', statusId: 1 } as const;

function state(session: Partial<Store['session']>, settings: Partial<Store['settings']> = {}): Store {
  const initial = store.getInitialState();
  return {
    ...initial,
    session: { ...initial.session, ...session },
    settings: { ...initial.settings, ...settings },
  };
}

const full = { status: 'full', me: patient } as const;

describe('appGuard', () => {
  test('waits until the session is known', () => {
    expect(appGuard(state({ status: 'unknown' }))).toBe('wait');
  });

  test('lets a signed-in, validated user in', () => {
    expect(appGuard(state(full, { isUserValidated: true }))).toBeNull();
  });

  test.each([
    ['a visitor', state({ status: 'anonymous' })],
    ['a visitor on a phone that was validated before', state({ status: 'anonymous' }, { isUserValidated: true })],
    ['a session whose PIN is still to come', state({ status: 'narrow', me: narrow }, { isUserValidated: true })],
    ['a user who has not passed the tutorial offer', state(full)],
  ])('redirects %s to the start', (_who, given) => {
    expect(appGuard(given)).toBe('/');
  });

  test('redirects an expired trial to its own screen', () => {
    const expired = { status: 'full', me: { ...patient, statusId: 6 } } as const;
    expect(appGuard(state(expired, { isUserValidated: true }))).toBe('/expired');
  });
});

describe('onboardingGuard', () => {
  test('lets visitors in immediately', () => {
    expect(onboardingGuard(state({ status: 'unknown' }), '/onboarding/welcome')).toBeNull();
    expect(onboardingGuard(state({ status: 'anonymous' }), '/onboarding/welcome')).toBeNull();
  });

  test('redirects a validated user to the app', () => {
    expect(onboardingGuard(state(full, { isUserValidated: true }), '/onboarding/welcome')).toBe('/app');
  });

  test('redirects to the tutorial while it is requested, but not from it', () => {
    const asked = state(full, { isUserValidated: true, viewTutorial: true });
    expect(onboardingGuard(asked, '/onboarding/welcome')).toBe('/onboarding/tutorial');
    expect(onboardingGuard(asked, '/onboarding/tutorial')).toBeNull();
  });
});

describe('a user with documents to agree to', () => {
  const due = { ...patient, toAgree: [{ document: 'privacy', version: '2.0' }] };
  const fresh = state({ status: 'full', me: due });
  const inside = state({ status: 'full', me: due }, { isUserValidated: true, viewTutorial: true });

  test.each(['/onboarding/patient-complete', '/onboarding/tutorial', '/onboarding/info'])(
    'is redirected from %s to the notice',
    (pathname) => {
      expect(onboardingGuard(fresh, pathname)).toBe('/onboarding/nda');
      expect(onboardingGuard(inside, pathname)).toBe('/onboarding/nda');
    },
  );

  test.each(['nda', 'nda-legal', 'privacy', 'terms'])('may open /onboarding/%s', (name) => {
    expect(onboardingGuard(inside, `/onboarding/${name}`)).toBeNull();
  });

  test('is redirected from the app too, unless the trial has expired', () => {
    expect(appGuard(inside)).toBe('/onboarding/nda');
    const expired = { status: 'full', me: { ...due, statusId: 6 } } as const;
    expect(appGuard(state(expired, { isUserValidated: true }))).toBe('/expired');
    expect(onboardingGuard(state(expired), '/onboarding/welcome')).toBeNull();
  });

  test('is let in when the stored session predates document versions', () => {
    const { toAgree: _none, ...earlier } = patient;
    const remembered = { status: 'full', me: earlier as typeof patient } as const;
    expect(appGuard(state(remembered, { isUserValidated: true }))).toBeNull();
  });
});

describe('guardRedirect of a route', () => {
  const patientHere = state(full, { isUserValidated: true });
  const staffHere = state({ status: 'full', me: { ...patient, roleType: 'staff' } }, { isUserValidated: true });
  const anonymous = state({ status: 'anonymous' });

  const toAgree = [{ document: 'privacy', version: '2.0' }];
  const noSecondFactor = { ...narrow, roleType: 'staff', secondFactor: 'email' } as const;
  const staffWith = (changes: Partial<typeof patient>) =>
    state({ status: 'full', me: { ...patient, roleType: 'staff', ...changes } });

  test('for staff lets staff in, and redirects all others', () => {
    const redirects: [Store, string | null][] = [
      [staffHere, null],
      // A new browser.
      [staffWith({}), null],
      [patientHere, '/'],
      [anonymous, '/'],
      [state({ status: 'unknown' }), 'wait'],
      [staffWith({ toAgree }), '/onboarding/nda'],
      [staffWith({ statusId: 6 }), '/expired'],
      [state({ status: 'narrow', me: noSecondFactor }, { isUserValidated: true }), '/'],
      [state({ status: 'narrow', me: narrow }), '/'],
    ];
    for (const [given, redirect] of redirects) expect(guardRedirect('staff', given, '/desk')).toBe(redirect);
  });

  test('for patients uses the app guard, and for visitors the onboarding guard', () => {
    expect([patientHere, anonymous].map((given) => guardRedirect('patient', given, '/notices'))).toEqual([null, '/']);
    expect([patientHere, anonymous].map((given) => guardRedirect('visitor', given, '/notices'))).toEqual([
      '/app',
      null,
    ]);
  });

  test('for anyone has no guard', () => {
    for (const given of [anonymous, patientHere, state({ status: 'unknown' })]) {
      expect(guardRedirect('anyone', given, '/expired')).toBeNull();
    }
  });
});

test('profileOf accepts whole numbers from 1', () => {
  expect(profileOf('/profile/2/events')).toBe(2);
  expect(profileOf('/profile/0/events')).toBeNull();
  expect(profileOf('/profile/x/events')).toBeNull();
  expect(profileOf('/app')).toBeNull();
});

test('ownerAt returns the remote that claims a path in the page’s registry', () => {
  publishRoutes('timeline', [
    { path: '/app/*', guard: 'patient' },
    { path: '/profile/:profileId/*', guard: 'patient' },
  ]);
  for (const path of ['/app/help', '/profile/1/events'])
    expect(ownerAt(path)).toMatchObject({ remote: 'timeline', guard: 'patient' });
  for (const path of ['/elsewhere', '/profile/x/events']) expect(ownerAt(path)).toBeUndefined();
});
