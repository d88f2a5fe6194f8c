import { screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import { WelcomeScreen } from './WelcomeScreen.tsx';

beforeEach(openAsVisitor);

test.each([
  ['Get started', paths.onboarding.info],
  ['I have a wristband', paths.onboarding.qrcode],
  ['I already have an account', paths.onboarding.login],
])('WelcomeScreen link "%s" leads to %s', async (name, path) => {
  await show(<WelcomeScreen />, paths.onboarding.welcome);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});
