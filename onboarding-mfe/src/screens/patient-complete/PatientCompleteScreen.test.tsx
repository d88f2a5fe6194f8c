import { screen } from '@testing-library/react';
import { openSession, paths, STATUS_EXPIRED } from 'shared-ui';
import { patient } from 'shared-ui/testing';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import PatientCompleteScreen from './PatientCompleteScreen.tsx';

beforeEach(openAsVisitor);

test('PatientCompleteScreen greets by first name and links to the tutorial offer', async () => {
  openSession({ token: 'secret', user: patient });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
  expect(screen.getByRole('heading', { name: "You're all set, Jordan" })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', paths.onboarding.tutorialOffer);
});

test('PatientCompleteScreen redirects to /expired immediately when the trial has expired', async () => {
  openSession({ token: 'secret', user: { ...patient, statusId: STATUS_EXPIRED } });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
  expect(location.pathname).toBe(paths.expired);
  expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
});

test.each([
  ['a visitor', null, paths.onboarding.login],
  ['a user whose PIN is still to come', narrowUser, paths.onboarding.pinCode],
])('PatientCompleteScreen redirects %s', async (_who, me, path) => {
  if (me) openSession({ token: 'secret', user: me });
  await show(<PatientCompleteScreen />, paths.onboarding.patientComplete);
  expect(location.pathname).toBe(path);
});
