import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { openSession, paths } from 'shared-ui';
import { fakeApi, hasUnsentTyping } from 'shared-ui/testing';
import feature from './feature.tsx';
import { narrowUser, openAsVisitor } from './testing/show.tsx';

function Onboarding() {
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

beforeEach(() => {
  openAsVisitor();
  fakeApi({ 'POST v1/sessions/pin': undefined });
});

const { onboarding } = paths;

test.each([
  [onboarding.register, 'Name'],
  [onboarding.login, 'Email'],
  [onboarding.login, 'Password'],
  [onboarding.forgotPassword, 'Email'],
  [onboarding.resetPassword('uuid'), 'Password'],
  [onboarding.enterBarcode, 'Barcode'],
])('input at %s in "%s" is unsent typing', async (path, label) => {
  const user = await open(path);
  const field = await screen.findByLabelText(label);
  expect(hasUnsentTyping()).toBe(false);
  await user.type(field, '7');
  expect(hasUnsentTyping()).toBe(true);
});

test.each([
  [onboarding.pinCode, '4-digit code'],
  [onboarding.enterEmail, 'Email'],
  [onboarding.enterNewMobile, 'Mobile number'],
])('input with a narrow session at %s in "%s" is unsent typing', async (path, label) => {
  openSession({ token: 'secret', user: narrowUser });
  const user = await open(path);
  await user.type(await screen.findByLabelText(label), '7');
  expect(hasUnsentTyping()).toBe(true);
});

test('ticks on the trial notice are unsent typing', async () => {
  const user = await open(onboarding.nda);
  await user.click(await screen.findByLabelText(/Non-Disclosure Agreement/));
  expect(hasUnsentTyping()).toBe(true);
});

test('unfinished account survives a reload, except for its password', async () => {
  const user = await open(onboarding.createAccount);
  for (const label of ['First Name', 'Last Name', 'Organization Name']) {
    await user.type(await screen.findByLabelText(label), 'Ada');
  }
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.type(screen.getByLabelText('Phone Number'), '4165550177');
  expect(hasUnsentTyping()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(await screen.findByLabelText('Password'), 'h');
  expect(hasUnsentTyping()).toBe(true);
});
