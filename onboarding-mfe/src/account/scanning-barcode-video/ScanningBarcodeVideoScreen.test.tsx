import { screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ScanningBarcodeVideoScreen from './ScanningBarcodeVideoScreen.tsx';

beforeEach(openAsVisitor);

const open = () => show(<ScanningBarcodeVideoScreen />, paths.onboarding.scanningBarcodeVideo);
const picture = () => screen.getByRole('img', { name: /A phone reads the code on a wristband/ });

function preferMotion(wanted: boolean) {
  Object.defineProperty(globalThis, 'matchMedia', {
    configurable: true,
    value: () => ({ matches: !wanted }),
  });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'matchMedia');
});

test('explains, and leads on to create-account and back to the login', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', paths.onboarding.createAccount);
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', paths.onboarding.login);
});

test('the picture can be stopped and moved again', async () => {
  preferMotion(true);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Pause the picture' }));
  expect(picture()).toHaveAttribute('data-paused', 'true');
  await user.click(screen.getByRole('button', { name: 'Play the picture' }));
  expect(picture()).not.toHaveAttribute('data-paused');
});

test('where people want no motion there is nothing to stop', async () => {
  preferMotion(false);
  await open();
  expect(picture()).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
