import { cleanup, screen, waitFor } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { addEvents, openSession } from 'shared-ui';
import { careEvent, fakeApi, openPage, openRoutes, patient } from 'shared-ui/testing';
import feature from '../feature.tsx';
import { installFakeBrowser, removeFakeBrowser } from '../testing/fake-browser.ts';
import { readPushState, renewPush, turnPushOn } from './push.ts';

const KEY = 'BAAB';
const REGISTER = 'POST v1/push/subscriptions';
const UNREGISTER = 'DELETE v1/push/subscriptions';
const server = () => fakeApi({ 'GET v1/push/key': { key: KEY }, [REGISTER]: undefined, [UNREGISTER]: undefined });
const routesOf = (calls: { route: string }[]) =>
  calls.map(({ route }) => route).filter((route) => / v1\/push\/subscriptions$/.test(route));

beforeEach(() => {
  localStorage.clear();
  openPage();
  openSession({ token: 't', user: patient });
});
afterEach(() => removeFakeBrowser());

describe('push subscriptions', () => {
  test('lost or outdated push subscriptions are renewed at the next visit', async () => {
    const browser = installFakeBrowser();
    server();
    await turnPushOn();
    for (const found of [undefined, 'BBBB']) {
      browser.key = found;
      const calls = server();
      await renewPush();
      expect(browser.key).toBe(KEY);
      expect(routesOf(calls)).toContain(REGISTER);
    }
    expect(browser.asked).toBe(1);
  });

  test('of another user end, and a user who hasn’t been asked is not subscribed', async () => {
    const browser = installFakeBrowser();
    server();
    await turnPushOn();
    openSession({ token: 't2', user: { ...patient, id: 'another' } });
    const calls = server();
    await renewPush();
    expect(browser.key).toBeUndefined();
    expect(routesOf(calls)).toEqual([]);
    expect(await readPushState()).toBe('unasked');
    expect(localStorage.getItem('push')).not.toContain(patient.id);
  });

  test('are unsupported by a browser or a hospital without push, and need the home screen on an iPhone', async () => {
    for (const [standalone, expected] of [
      [undefined, 'unsupported'],
      [true, 'unsupported'],
      [false, 'home-screen'],
    ] as const) {
      removeFakeBrowser(standalone);
      expect(await readPushState()).toBe(expected);
    }
    installFakeBrowser();
    fakeApi({ 'GET v1/push/key': { status: 404, body: { error: { code: 'PUSH_OFF', message: '' } } } });
    expect(await readPushState()).toBe('unsupported');
  });
});

describe('the push question', () => {
  const read = careEvent({ id: 'read', status: 'VIEWED', viewed: true, isRead: true });

  async function openHome(events: CareEvent[]) {
    server();
    addEvents(events);
    return openRoutes(feature.routes, '/app');
  }
  const question = () => screen.findByRole('heading', { name: 'Updates while the app is closed' });

  test('is not asked before an event has been read', async () => {
    installFakeBrowser();
    await openHome([{ ...read, status: 'NOT_VIEWED', viewed: false, isRead: false }]);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Yes, notify me')).not.toBeInTheDocument();
  });

  test('shows the permission prompt only after a yes, which can be repeated after an error', async () => {
    const browser = installFakeBrowser();
    const user = await openHome([read]);
    expect(await question()).toBeVisible();
    expect(screen.getByText(/“You have an update in Lodestar”, and nothing about your health/)).toBeVisible();
    expect(browser.asked).toBe(0);
    fakeApi({});
    await user.click(screen.getByRole('button', { name: 'Yes, notify me' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be changed.');
    server();
    await user.click(screen.getByRole('button', { name: 'Yes, notify me' }));
    expect((await screen.findByText(/^Notifications are on\./)).closest('[role="status"]')).not.toBeNull();
    expect(browser.key).toBe(KEY);
  });

  test('creates no subscription when permission is denied, and says where to change it, here and in settings', async () => {
    const browser = installFakeBrowser({ answer: 'denied' });
    const user = await openHome([read]);
    const calls = server();
    await question();
    await user.click(screen.getByRole('button', { name: 'Yes, notify me' }));
    expect(await screen.findByText(/^Your browser does not allow notifications/)).toBeVisible();
    expect(screen.queryByText('Yes, notify me')).not.toBeInTheDocument();
    expect(browser.key).toBeUndefined();
    expect(routesOf(calls)).toEqual([]);
    cleanup();
    await openRoutes(feature.routes, '/app/settings');
    expect(await screen.findByText(/^Your browser does not allow notifications/)).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Notifications on this device' })).not.toBeInTheDocument();
  });

  test('is dismissed for good when declined', async () => {
    const browser = installFakeBrowser();
    const user = await openHome([read]);
    await question();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText('Yes, notify me')).not.toBeInTheDocument();
    await waitFor(async () => expect(await readPushState()).toBe('off'));
    expect(browser.asked).toBe(0);
  });

  test('explains on an iPhone how to add the app to the home screen first', async () => {
    removeFakeBrowser(false);
    await openHome([read]);
    await question();
    expect(screen.getByText(/then “Add to Home Screen”/)).toBeVisible();
    expect(screen.queryByText('Yes, notify me')).not.toBeInTheDocument();
  });
});

describe('notification settings', () => {
  const open = () => openRoutes(feature.routes, '/app/settings');
  const PATCH = 'PATCH v1/users/me';

  test('the switch turns notifications on this device on and off', async () => {
    const browser = installFakeBrowser();
    const calls = server();
    const user = await open();
    const control = await screen.findByRole('switch', { name: 'Notifications on this device' });
    expect(control).not.toBeChecked();
    await waitFor(async () => expect(await readPushState()).toBe('unasked'));
    await user.click(control);
    await waitFor(() => expect(control).toBeChecked());
    expect([browser.asked, browser.key]).toEqual([1, KEY]);
    await user.click(control);
    await waitFor(() => expect(control).not.toBeChecked());
    expect(browser.key).toBeUndefined();
    expect(routesOf(calls)).toEqual([REGISTER, UNREGISTER]);
    expect(calls).toContainEqual({ route: UNREGISTER, body: { endpoint: browser.endpoint } });
  });

  test('save the text message preference on the server, and stay unchanged when it is unreachable', async () => {
    fakeApi({});
    const user = await open();
    const control = await screen.findByRole('switch', { name: 'Text messages' });
    await user.click(control);
    expect(await screen.findByText(/^This could not be changed\./)).toBeVisible();
    expect(control).not.toBeChecked();
    const calls = fakeApi({ [PATCH]: patient, 'GET v1/users/me': { ...patient, textNews: true } });
    await user.click(control);
    await waitFor(() => expect(calls).toContainEqual({ route: PATCH, body: { textNews: true } }));
    await waitFor(() => expect(control).toBeChecked());
  });
});
