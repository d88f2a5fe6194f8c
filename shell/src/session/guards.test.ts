import type { Store } from 'shared-ui';
import { patient, store } from 'shared-ui/testing';
import { appGuard, onboardingGuard } from './guards.tsx';

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

describe('the app lets in', () => {
  test('nobody before the session is known', () => {
    expect(appGuard(state({ status: 'unknown' }))).toBe('wait');
  });

  test('a user who is signed in and validated', () => {
    expect(appGuard(state(full, { isUserValidated: true }))).toBeNull();
  });

  test.each([
    ['a visitor', state({ status: 'anonymous' })],
    ['a visitor on a phone that was validated before', state({ status: 'anonymous' }, { isUserValidated: true })],
    ['a session whose PIN is still to come', state({ status: 'narrow', me: narrow }, { isUserValidated: true })],
    ['a user who has not passed the tutorial offer', state(full)],
  ])('not %s', (_who, given) => {
    expect(appGuard(given)).toBe('/');
  });

  test('not an expired trial, which has a screen of its own', () => {
    const expired = { status: 'full', me: { ...patient, statusId: 6 } } as const;
    expect(appGuard(state(expired, { isUserValidated: true }))).toBe('/expired');
  });
});

describe('onboarding', () => {
  test('shows to visitors at once', () => {
    expect(onboardingGuard(state({ status: 'unknown' }), '/onboarding/welcome')).toBeNull();
    expect(onboardingGuard(state({ status: 'anonymous' }), '/onboarding/welcome')).toBeNull();
  });

  test('is over for a validated user', () => {
    expect(onboardingGuard(state(full, { isUserValidated: true }), '/onboarding/welcome')).toBe('/app');
  });

  test('leads to the tutorial while it is asked for, and no further once there', () => {
    const asked = state(full, { isUserValidated: true, viewTutorial: true });
    expect(onboardingGuard(asked, '/onboarding/welcome')).toBe('/onboarding/tutorial');
    expect(onboardingGuard(asked, '/onboarding/tutorial')).toBeNull();
  });
});
