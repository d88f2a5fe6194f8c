import { screen } from '@testing-library/react';
import type { OpenSession } from 'mock-api/contract';
import { fakeApi, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const LIST = 'GET v1/sessions';
const here: OpenSession = { id: 's1', current: true, device: 'Firefox on Windows', lastUsedAt: '2026-11-22T10:00:00Z' };
const phone: OpenSession = { id: 's2', current: false, device: 'Safari on iPhone', lastUsedAt: '2026-11-21T08:30:00Z' };
const state = (...sessions: OpenSession[]) => ({ now: '', idleAt: '', expiresAt: '', sessions });

const open = () => openRoutes(feature.routes, '/app/settings');
const endPhone = () => screen.findByRole('button', { name: 'Sign out on Safari on iPhone' });

beforeEach(openPage);

test('each session shows its device, and when it was last used unless it is the current one; the list can be retried', async () => {
  const routes: Record<string, unknown> = { 'GET v1/passkeys': [] };
  fakeApi(routes);
  const user = await open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  routes[LIST] = state(here, phone);
  await user.click(again);
  expect(await screen.findByText('Firefox on Windows')).toBeVisible();
  expect(screen.getByText('This device')).toBeVisible();
  expect(screen.getByText(/^Last used: Nov 21, 2026, /)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out on Firefox on Windows' })).not.toBeInTheDocument();
});

test('ending another session removes it from the list and confirms it', async () => {
  fakeApi({ [LIST]: state(here, phone) });
  const user = await open();
  // A failure keeps it.
  await user.click(await endPhone());
  expect(await screen.findByRole('alert')).toHaveTextContent('Safari on iPhone could not be signed out.');
  const calls = fakeApi({ 'DELETE v1/sessions/s2': undefined });
  await user.click(await endPhone());
  expect(await screen.findByText('You are signed out on Safari on iPhone.')).toHaveAttribute('role', 'status');
  expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus();
  expect(calls.map(({ route }) => route)).toContain('DELETE v1/sessions/s2');
});
