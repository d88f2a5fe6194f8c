import { screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import NdaNoticeScreen from './NdaNoticeScreen.tsx';

beforeEach(openAsVisitor);

const open = () => show(<NdaNoticeScreen />, paths.onboarding.nda);
const nda = () => screen.getByLabelText(/Non-Disclosure Agreement/);
const terms = () => screen.getByLabelText(/the Privacy Policy and the Terms/);
const next = () => screen.getByRole('button', { name: 'Next' });

test('Next waits for both boxes, then leads to the info screen', async () => {
  const { user } = await open();
  expect(next()).toBeDisabled();
  await user.click(nda());
  expect(next()).toBeDisabled();
  await user.click(terms());
  expect(next()).toBeEnabled();
  await user.click(nda());
  expect(next()).toBeDisabled();
  await user.click(nda());
  await user.click(next());
  expect(location.pathname).toBe(paths.onboarding.info);
});

test.each([
  ['Read the NDA', paths.onboarding.ndaLegal],
  ['Read the Privacy Policy', paths.onboarding.privacy],
  ['Read the Terms', paths.onboarding.terms],
])('"%s" leads to %s', async (name, path) => {
  await open();
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('what is ticked stays ticked while the documents are read', async () => {
  const { user, unmount } = await open();
  await user.click(nda());
  unmount();
  await open();
  expect(nda()).toBeChecked();
  expect(terms()).not.toBeChecked();
});
