import { act, screen, waitFor } from '@testing-library/react';
import type { Me } from 'mock-api/contract';
import { changeSettings, openSession, paths, store } from 'shared-ui';
import { fakeApi, patient, savedToken, updateSlice } from 'shared-ui/testing';
import { loadPage } from '../../page.ts';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import ExpiredScreen from './ExpiredScreen.tsx';

jest.mock('../../page.ts', () => ({ loadPage: jest.fn() }));

const TEXT = 'Your trial period has expired. To re-activate, please contact our support team.';
const ended = { route: 'DELETE v1/sessions', body: undefined };
const leave = () => screen.getByRole('button', { name: 'Back to the start' });

beforeEach(() => {
  jest.mocked(loadPage).mockClear();
  openAsVisitor();
});

async function open(user: Me = { ...narrowUser, statusId: 6 }) {
  const calls = fakeApi({ 'DELETE v1/sessions': undefined });
  openSession({ token: 'secret', user });
  return { calls, ...(await show(<ExpiredScreen />, paths.expired)) };
}

test('ExpiredScreen ends the session and clears local storage when it opens, and stays readable in the chosen language and theme', async () => {
  changeSettings({ locale: 'fr', theme: 'DARK' });
  const { calls } = await open();
  expect(localStorage).toHaveLength(0);
  expect(store.getState().session.status).toBe('anonymous');
  expect(calls).toEqual([ended]);
  expect(store.getState().settings).toMatchObject({ locale: 'fr', theme: 'DARK' });
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('essai');
  act(() => changeSettings({ locale: 'en', theme: 'LIGHT' }));
  expect(screen.getByText(TEXT)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(leave()).toBeEnabled();
  expect(loadPage).not.toHaveBeenCalled();
});

test('ExpiredScreen button clears local storage and leaves for the start page', async () => {
  const { calls, user } = await open();
  act(() => changeSettings({ theme: 'DARK' }));
  expect(localStorage).toHaveLength(1);
  await user.click(leave());
  await waitFor(() => expect(loadPage).toHaveBeenCalledWith(paths.root));
  expect(localStorage).toHaveLength(0);
  expect(calls).toEqual([ended]);
});

test('ExpiredScreen clears nothing until the session owner is known', async () => {
  fakeApi({ 'DELETE v1/sessions': undefined });
  openSession({ token: 'secret', user: { ...narrowUser, statusId: 6 } });
  updateSlice('session', { status: 'unknown', me: null });
  await show(<ExpiredScreen />, paths.expired);
  expect(savedToken()).toBe('secret');
  act(() => updateSlice('session', { status: 'narrow', me: { ...narrowUser, statusId: 6 } }));
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

test('ExpiredScreen keeps the session of an active patient until the button is pressed', async () => {
  const { calls, user } = await open(patient);
  expect(savedToken()).toBe('secret');
  expect(calls).toEqual([]);
  await user.click(leave());
  await waitFor(() => expect(loadPage).toHaveBeenCalledWith(paths.root));
  expect(localStorage).toHaveLength(0);
  expect(calls).toEqual([ended]);
});
