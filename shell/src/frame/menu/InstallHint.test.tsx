import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openAsHospital, openPage, updateSlice } from 'shared-ui/testing';
import { InstallHint } from './InstallHint.tsx';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

const hint = () => screen.queryByText(/Install this webapp on your iPhone/);

/** Opens the app on a phone, with the story as far as given. */
function open({ userAgent = IPHONE, isInstalled = false, isStoryDone = true }) {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  Object.defineProperty(navigator, 'standalone', { value: isInstalled, configurable: true });
  Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: false }), configurable: true });
  openPage();
  updateSlice('app', { isStoryDone });
  render(<InstallHint />);
}

afterEach(() => {
  jest.useRealTimers();
  for (const changed of ['userAgent', 'standalone']) Reflect.deleteProperty(navigator, changed);
  Reflect.deleteProperty(window, 'matchMedia');
});

test('InstallHint appears when the story is done, and can be closed', async () => {
  open({ isStoryDone: false });
  expect(hint()).toBeNull();
  act(() => updateSlice('app', { isStoryDone: true }));
  expect(hint()).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close this hint' }));
  expect(hint()).toBeNull();
});

test('InstallHint of a hospital, which has no story, appears at once', () => {
  open({ isStoryDone: false });
  expect(hint()).toBeNull();
  openAsHospital();
  render(<InstallHint />);
  expect(hint()).toBeVisible();
});

test.each([
  ['on a phone of another kind', { userAgent: ANDROID }],
  ['in the app that was started from the home screen', { isInstalled: true }],
])('InstallHint does not appear %s', (_where, phone) => {
  open(phone);
  expect(hint()).toBeNull();
});

test('InstallHint hides after 8 s, and does not appear again', () => {
  jest.useFakeTimers();
  open({});
  act(() => jest.advanceTimersByTime(7_999));
  expect(hint()).toBeVisible();
  act(() => jest.advanceTimersByTime(1));
  expect(hint()).toBeNull();
  render(<InstallHint />);
  expect(hint()).toBeNull();
});
