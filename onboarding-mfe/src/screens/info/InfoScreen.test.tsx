import { screen } from '@testing-library/react';
import { openSession, paths } from 'shared-ui';
import { patient } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import { InfoScreen } from './InfoScreen.tsx';

beforeEach(openAsVisitor);

const open = () => show(<InfoScreen />, paths.onboarding.info);
const link = () => screen.getByRole('link', { name: 'Continue' });

// Must run first: from then on, this page has shown the screen.
test('InfoScreen is shown after the agreements to a user who has not read it', async () => {
  openSession({ token: 'secret', user: patient });
  await open();
  expect(link()).toHaveAttribute('href', paths.onboarding.patientComplete);
});

test('InfoScreen is always shown to visitors, and skipped after the agreements by a user who read it', async () => {
  const visit = await open();
  expect(link()).toHaveAttribute('href', paths.onboarding.choice);
  visit.unmount();
  openSession({ token: 'secret', user: patient });
  await open();
  expect(location.pathname).toBe(paths.onboarding.patientComplete);
});
