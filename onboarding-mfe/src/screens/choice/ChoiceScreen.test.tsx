import { screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import { ChoiceScreen } from './ChoiceScreen.tsx';

beforeEach(openAsVisitor);

test.each([
  [/I have a wristband/, paths.onboarding.qrcode],
  [/I was invited/, '/onboarding/invitation'],
  [/patient$|I am a patient|Leave your details/, paths.onboarding.register],
  [/hospital professional/, paths.onboarding.login],
])('the way in %s leads to %s', async (name, path) => {
  await show(<ChoiceScreen />, paths.onboarding.choice);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});
