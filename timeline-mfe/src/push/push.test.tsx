import { screen, waitFor } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { addEvents, changeSettings, openSession } from 'shared-ui';
import { careEvent, fakeApi, openPage, openRoutes, patient } from 'shared-ui/testing';
import feature from '../feature.tsx';
import { giveBrowser, takeBrowser } from './fake-browser.ts';
import { readPushState, renewPush, turnPushOff, turnPushOn } from './push.ts';

const KEY = 'BAAB';
const REGISTER = 'POST v1/push/subscriptions';
const UNREGISTER = 'DELETE v1/push/subscriptions';
const server = () => fakeApi({ 'GET v1/push/key': { key: KEY }, [REGISTER]: undefined, [UNREGISTER]: undefined });
const routesOf = (calls: { route: string }[]) =>
  calls.map(({ route }) => route).filter((route) => / v1\/push\/subscriptions$/.test(route));

beforeEach(() => {
  localStorage.clear();
  openPage();
  changeSettings({ locale: 'en' });
  openSession({ token: 't', user: patient });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => takeBrowser());

describe('pushes in a browser', () => {
  test('are turned on after the browser’s own question, and off again on both sides', async () => {
    const browser = giveBrowser();
    const calls = server();
    expect(await readPushState()).toBe('unasked');
    expect(await turnPushOn()).toBe('on');
    expect([browser.asked, browser.key]).toEqual([1, KEY]);
    expect(await turnPushOff()).toBe('off');
    expect(browser.key).toBeUndefined();
    expect(routesOf(calls)).toEqual([REGISTER, UNREGISTER]);
    expect(calls).toContainEqual({ route: UNREGISTER, body: { endpoint: browser.endpoint } });
  });

  test('are not subscribed to where the person says no to the browser', async () => {
    const browser = giveBrowser({ answer: 'denied' });
    const calls = server();
    expect(await turnPushOn()).toBe('denied');
    expect(browser.key).toBeUndefined();
    expect(routesOf(calls)).toEqual([]);
  });

  test('that are dead, or of another key, are subscribed to anew at the next visit', async () => {
    const browser = giveBrowser();
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

  test('of another person end, and nobody who has not been asked is subscribed', async () => {
    const browser = giveBrowser();
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

  test.each([
    [undefined, 'unsupported'],
    [true, 'unsupported'],
    [false, 'home-screen'],
  ])('of a browser without them, standalone %s: %s', async (standalone, expected) => {
    takeBrowser(standalone);
    expect(await readPushState()).toBe(expected);
  });
});

describe('a hospital that sends no pushes', () => {
  test('offers none', async () => {
    giveBrowser();
    fakeApi({ 'GET v1/push/key': { status: 404, body: { error: { code: 'PUSH_OFF', message: '' } } } });
    expect(await readPushState()).toBe('unsupported');
  });
});

describe('the question about pushes', () => {
  const read = careEvent({ id: 'read', status: 'VIEWED', viewed: true, isRead: true });

  async function openHome(events: CareEvent[]) {
    server();
    addEvents(events);
    return openRoutes(feature.routes, '/app');
  }
  const question = () => screen.findByRole('heading', { name: 'News while the app is closed' });

  test('is not asked before an event was read', async () => {
    giveBrowser();
    await openHome([{ ...read, status: 'NOT_VIEWED', viewed: false, isRead: false }]);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Yes, tell me')).not.toBeInTheDocument();
  });

  test('asks in words, and the browser asks after a yes only', async () => {
    const browser = giveBrowser();
    const user = await openHome([read]);
    expect(await question()).toBeVisible();
    expect(screen.getByText(/“There is news in Lodestar”, and nothing about your health/)).toBeVisible();
    expect(browser.asked).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Yes, tell me' }));
    expect((await screen.findByText(/^Notifications are on\./)).closest('[role="status"]')).not.toBeNull();
    expect(browser.key).toBe(KEY);
  });

  test('says where the browser’s own no can be changed', async () => {
    giveBrowser({ answer: 'denied' });
    const user = await openHome([read]);
    await question();
    await user.click(screen.getByRole('button', { name: 'Yes, tell me' }));
    expect(await screen.findByText(/^Your browser does not allow notifications/)).toBeVisible();
    expect(screen.queryByText('Yes, tell me')).not.toBeInTheDocument();
  });

  test('goes with a no, and does not come back', async () => {
    const browser = giveBrowser();
    const user = await openHome([read]);
    await question();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText('Yes, tell me')).not.toBeInTheDocument();
    await waitFor(async () => expect(await readPushState()).toBe('off'));
    expect(browser.asked).toBe(0);
  });

  test('says that it could not be done, and can be tried again', async () => {
    giveBrowser();
    const user = await openHome([read]);
    await question();
    fakeApi({});
    await user.click(screen.getByRole('button', { name: 'Yes, tell me' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be changed.');
    expect(screen.getByRole('button', { name: 'Yes, tell me' })).toBeEnabled();
  });

  test('says on an iPhone how the app gets to the home screen first', async () => {
    takeBrowser(false);
    await openHome([read]);
    await question();
    expect(screen.getByText(/then “Add to Home Screen”/)).toBeVisible();
    expect(screen.queryByText('Yes, tell me')).not.toBeInTheDocument();
  });
});

describe('the settings', () => {
  const open = () => openRoutes(feature.routes, '/app/settings');
  const PATCH = 'PATCH v1/users/me';

  test('turn notifications of this device on and off', async () => {
    const browser = giveBrowser();
    server();
    const user = await open();
    const control = await screen.findByRole('switch', { name: 'Notifications on this device' });
    expect(control).not.toBeChecked();
    await user.click(control);
    await waitFor(() => expect(control).toBeChecked());
    expect(browser.key).toBe(KEY);
    await user.click(control);
    await waitFor(() => expect(control).not.toBeChecked());
    expect(browser.key).toBeUndefined();
  });

  test('say why there is no such switch', async () => {
    giveBrowser({ permission: 'denied' });
    server();
    await open();
    expect(await screen.findByText(/^Your browser does not allow notifications/)).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Notifications on this device' })).not.toBeInTheDocument();
  });

  test('keep on the server whether texts are wanted', async () => {
    const calls = fakeApi({ [PATCH]: patient, 'GET v1/users/me': { ...patient, textNews: true } });
    const user = await open();
    const control = await screen.findByRole('switch', { name: 'Text messages' });
    expect(control).not.toBeChecked();
    await user.click(control);
    await waitFor(() => expect(calls).toContainEqual({ route: PATCH, body: { textNews: true } }));
    await waitFor(() => expect(control).toBeChecked());
  });

  test('stay as they were, and say so, where the server can’t be told', async () => {
    fakeApi({});
    const user = await open();
    const control = await screen.findByRole('switch', { name: 'Text messages' });
    await user.click(control);
    expect(await screen.findByText(/^This could not be changed\./)).toBeVisible();
    expect(control).not.toBeChecked();
  });
});
