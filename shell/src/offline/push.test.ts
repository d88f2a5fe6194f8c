import type { PushPayload } from 'mock-api/contract';
import { openNotification, type PushScope, showPushNotification } from './worker/push.ts';

const payload: PushPayload = {
  title: 'You have an update in Lodestar',
  lang: 'en-CA',
  path: '/profile/1/events/e1',
  tag: '7/p1',
  badge: 3,
};

function worker(...visibility: string[]) {
  const shown: [string, NotificationOptions][] = [];
  const opened: string[] = [];
  const badges: number[] = [];
  const messages: unknown[] = [];
  const clients = visibility.map((visibilityState) => ({
    visibilityState,
    postMessage: (message: unknown) => messages.push([visibilityState, message]),
    focus: async () => undefined,
  }));
  const setAppBadge = async (count = 0) => void badges.push(count);
  const scope: PushScope = {
    location: { origin: 'https://care.example.org' },
    registration: { showNotification: async (title, options) => shown.push([title, options ?? {}]) },
    navigator: { setAppBadge, clearAppBadge: () => setAppBadge(0) },
    clients: { matchAll: async () => clients, openWindow: async (url: string) => opened.push(url) },
  };
  return { scope, shown, opened, badges, messages };
}

const close = jest.fn();
const notification = (data: unknown) => ({ data, close }) as unknown as Notification;

test('a push shows only its title and sets the badge count', async () => {
  const { scope, shown, badges } = worker();
  await showPushNotification(scope, payload);
  expect(shown).toEqual([[payload.title, { lang: 'en-CA', tag: '7/p1', data: { path: payload.path } }]]);
  expect(badges).toEqual([3]);
});

test('showPushNotification clears the badge when its count is zero, and shows the notification even if it is refused', async () => {
  const { scope, badges, shown } = worker();
  await showPushNotification(scope, { ...payload, badge: 0 });
  expect(badges).toEqual([0]);
  Object.assign(scope.navigator, { setAppBadge: () => Promise.reject(new Error('not installed')) });
  await showPushNotification(scope, payload);
  expect(shown).toHaveLength(2);
});

test('openNotification opens a window when no page is open', async () => {
  const { scope, opened } = worker();
  await openNotification(scope, notification({ path: payload.path }));
  expect(opened).toEqual(['https://care.example.org/profile/1/events/e1']);
  expect(close).toHaveBeenCalledTimes(1);
});

test('openNotification navigates the visible page instead of opening a window', async () => {
  const { scope, opened, messages } = worker('hidden', 'visible');
  await openNotification(scope, notification({ path: payload.path }));
  expect(messages).toEqual([['visible', { type: 'OPEN', path: payload.path }]]);
  expect(opened).toEqual([]);
});

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 7, undefined])(
  'openNotification never leaves the app: %s',
  async (path) => {
    const { scope, opened, shown } = worker();
    await showPushNotification(scope, { ...payload, path: path as string });
    await openNotification(scope, notification(shown[0]?.[1].data));
    await openNotification(scope, notification({ path }));
    expect(new Set(opened)).toEqual(new Set(['https://care.example.org/app']));
  },
);
