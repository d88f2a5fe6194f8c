import { screen } from '@testing-library/react';
import { openSession, paths, STATUS_EXPIRED } from 'shared-ui';
import { patient } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import PatientCompleteScreen from './PatientCompleteScreen.tsx';

beforeEach(openAsVisitor);

test('greets by first name and goes on to the tutorial offer', async () => {
  openSession({ token: 'secret', user: patient });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
  expect(screen.getByRole('heading', { name: "You're all set, Jordan" })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', paths.onboarding.tutorialOffer);
});

test('a person whose trial is over hears so at once, not after the tutorial', async () => {
  openSession({ token: 'secret', user: { ...patient, statusId: STATUS_EXPIRED } });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
  expect(location.pathname).toBe(paths.expired);
  expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
});

test.each([
  ['a visitor', null, paths.onboarding.login],
  ['a user whose PIN is still to come', narrowUser, paths.onboarding.pinCode],
])('%s is led away', async (_who, me, path) => {
  if (me) openSession({ token: 'secret', user: me });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
  expect(location.pathname).toBe(path);
});
