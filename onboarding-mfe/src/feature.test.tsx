import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { paths } from 'shared-ui';
import { checkFeature } from 'shared-ui/contract';
import { pathsOf } from 'shared-ui/testing';
import feature from './feature.tsx';
import { openAsVisitor } from './testing/show.tsx';

beforeEach(openAsVisitor);

function Onboarding(): ReactNode {
  return useRoutes(feature.routes);
}

async function open(path: string) {
  history.replaceState(null, '', path);
  await act(async () =>
    render(
      <BrowserRouter>
        <Onboarding />
      </BrowserRouter>,
    ),
  );
  return userEvent.setup();
}

test('keeps the contract', () => {
  expect(checkFeature(feature)).toBe(feature);
});

test.each([
  [paths.onboarding.root, 'Welcome to Lodestar'],
  [paths.onboarding.welcome, 'Welcome to Lodestar'],
  [paths.onboarding.info, 'Your hospital journey, in one place'],
  [paths.onboarding.choice, 'How would you like to begin?'],
  [paths.onboarding.register, 'Coming soon'],
  [paths.onboarding.login, 'Please Sign In'],
  [paths.onboarding.qrcode, 'Find the code that looks like this'],
  [paths.onboarding.scanInfo, 'What are scannable codes?'],
  [paths.onboarding.noWristband, 'You need a wristband'],
  [paths.onboarding.scanCode, 'Scan my wristband'],
  [paths.onboarding.enterBarcode, 'Enter your barcode'],
  [paths.onboarding.nda, 'This is a trial'],
  [paths.onboarding.ndaLegal, 'Non-Disclosure Agreement'],
  [paths.onboarding.privacy, 'Privacy Policy'],
  [paths.onboarding.terms, 'Terms of Use'],
  [paths.onboarding.createAccount, 'Create Account'],
  [paths.onboarding.forgotPassword, 'Forgot Password?'],
  [paths.onboarding.resetPassword('uuid'), 'Set a new password'],
  [paths.onboarding.validateEmail('uuid'), 'Sorry Something has gone wrong!!'],
  [paths.onboarding.scanningBarcodeVideo, 'Your wristband signs you in'],
  [paths.onboarding.tutorial, 'Your timeline'],
  ['/onboarding/expired', 'Your trial period has expired'],
  [paths.expired, 'Your trial period has expired'],
])('%s shows the screen "%s", and every link on it leads to an existing screen', async (path, heading) => {
  await open(path);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: heading })).toHaveFocus());
  const known = new Set(pathsOf(feature.routes).map((path) => `/${path}`));
  const targets = screen.queryAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  const unknown = targets.filter((href) => href.startsWith('/') && !known.has(href));
  expect(unknown).toEqual([]);
});

test('WelcomeScreen explains the product name and switches the language', async () => {
  const user = await open(paths.onboarding.welcome);
  expect(screen.getByText(/^A star that shows the way\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Français' }));
  expect(screen.getByRole('heading', { name: 'Bienvenue à Lodestar' })).toBeVisible();
  expect(document.documentElement.lang).toBe('fr-CA');
  await user.click(screen.getByRole('button', { name: 'English' }));
  expect(screen.getByRole('heading', { name: 'Welcome to Lodestar' })).toBeVisible();
});

test('NoWristbandScreen back button leads to the info screen', async () => {
  const user = await open(paths.onboarding.noWristband);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(location.pathname).toBe(paths.onboarding.info);
});

test('unknown address redirects to the welcome screen', async () => {
  await open('/onboarding/nowhere');
  expect(screen.getByRole('heading', { name: 'Welcome to Lodestar' })).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.root);
});
