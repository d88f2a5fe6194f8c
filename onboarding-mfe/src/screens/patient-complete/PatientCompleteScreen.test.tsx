import { screen } from '@testing-library/react';
import { openSession, paths, runtimeConfig, STATUS_EXPIRED, staffPaths } from 'shared-ui';
import { patient, setRuntimeConfig, store } from 'shared-ui/testing';
import { storeFirstPasswordLink } from '../../session/tab-value.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import PatientCompleteScreen from './PatientCompleteScreen.tsx';

beforeEach(openAsVisitor);

const open = async (fields: Partial<typeof patient> = {}) => {
  openSession({ token: 'secret', user: { ...patient, ...fields } });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
};

describe('PatientCompleteScreen after a session that ended', () => {
  const endOf = (userId: string) => {
    const ended = { reason: 'idle', userId, path: '/profile/1/results/r1' } as const;
    store.setState(({ session }) => ({ session: { ...session, ended } }));
  };

  test('leads the same user back to where they were, past the tutorial offer', async () => {
    endOf(patient.id);
    await open();
    expect(location.pathname).toBe('/profile/1/results/r1');
    expect(store.getState().settings).toMatchObject({ isUserValidated: true, viewTutorial: false });
  });

  test('greets another user, and leads them nowhere', async () => {
    endOf('another');
    await open();
    expect(screen.getByRole('heading', { name: "You're all set, Jordan" })).toBeVisible();
    expect(store.getState().settings.isUserValidated).toBe(false);
  });

  test('redirects to /expired immediately when the trial has expired', async () => {
    endOf(patient.id);
    await open({ statusId: STATUS_EXPIRED });
    expect(location.pathname).toBe(paths.expired);
    expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
  });
});

test('PatientCompleteScreen leads back to the link of a first password', async () => {
  storeFirstPasswordLink('abc-123');
  await open();
  expect(location.pathname).toBe(paths.onboarding.resetPassword('abc-123'));
});

describe('PatientCompleteScreen for hospital professionals', () => {
  const way = (name: RegExp) => screen.getByRole('link', { name });

  test('shows what a patient sees and what staff see, not the patient’s greeting', async () => {
    await open({ roleType: 'professional' });
    expect(screen.getByRole('heading', { name: 'Welcome, Jordan' })).toHaveFocus();
    expect(screen.queryByText(/You're all set/)).toBeNull();
    expect(way(/^What a patient sees/)).toHaveAttribute('href', paths.onboarding.tutorialOffer);
    expect(way(/^What staff see.*You need a staff account/)).toHaveAttribute('href', paths.onboarding.login);
    expect(way(/^Side by side/)).toHaveAttribute('href', '/onboarding/side-by-side');
    expect(screen.getByText('Email: staff@example.org')).toBeVisible();
    expect(screen.getByRole('link', { name: '/outbox' })).toHaveAttribute('href', '/outbox');
  });

  test('opens the desk for staff, who need no other account', async () => {
    await open({ roleType: 'staff' });
    expect(way(/^What staff see/)).toHaveAttribute('href', staffPaths.desk);
    expect(screen.queryByText(/staff account/)).toBeNull();
  });

  test('leads staff of a hospital to the desk', async () => {
    setRuntimeConfig({ ...runtimeConfig(), demo: false });
    await open({ roleType: 'staff' });
    expect(location.pathname).toBe(staffPaths.desk);
  });

  test('names no demo account outside a demo', async () => {
    setRuntimeConfig({ ...runtimeConfig(), demo: false });
    await open({ roleType: 'professional' });
    expect(screen.queryByText(/staff@example\.org/)).toBeNull();
    expect(screen.queryByRole('link', { name: /^Side by side/ })).toBeNull();
  });
});
