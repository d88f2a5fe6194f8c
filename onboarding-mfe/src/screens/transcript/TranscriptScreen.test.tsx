import { screen, within } from '@testing-library/react';
import { paths } from 'shared-ui';
import { allowAnyEmailDomain, openAsVisitor, show } from '../../testing/show.tsx';
import TranscriptScreen from './TranscriptScreen.tsx';

beforeEach(openAsVisitor);

test('TranscriptScreen shows all twelve steps, with the note of step 4, and leads back', async () => {
  const { user } = await show(<TranscriptScreen />, paths.onboarding.transcript);
  const steps = screen.getAllByRole('listitem');
  expect(steps).toHaveLength(12);
  expect(
    within(steps[3] as HTMLElement).getByText(/a Supporter needs an approved hospital e-mail domain/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to the tutorial' }));
  expect(location.pathname).toBe(paths.onboarding.tutorial);
});

test('TranscriptScreen allows any email address in step 4 where any domain is accepted', async () => {
  allowAnyEmailDomain();
  await show(<TranscriptScreen />, paths.onboarding.transcript);
  expect(screen.getByText(/They can sign up with any email address/)).toBeVisible();
  expect(screen.queryByText(/approved hospital/)).toBeNull();
});
