import type { PushPayload } from 'mock-api/contract';
import { openNotification, type PushScope, showPushNotification } from './worker/push.ts';

const payload: PushPayload = {
  title: 'You have an update in Lodestar',
  lang: 'en-CA',
  path: '/profile/1/events/e1',
  tag: '7/p1',
  badge: 3,
};

function worker(pages: { visibilityState: string }[] = []) {
  const shown: [string, NotificationOptions][] = [];
  const opened: string[] = [];
  const badges: number[] = [];
  const messages: unknown[] = [];
  const clients = pages.map((page) => ({
    ...page,
    postMessage: (message: unknown) => messages.push([page.visibilityState, message]),
    focus: async () => undefined,
  }));
  const scope: PushScope = {
    location: { origin: 'https://care.example.org' },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => shown.push([title, options]),
    },
    navigator: {
      setAppBadge: async (count = 0) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    },
    clients: { matchAll: async () => clients, openWindow: async (url: string) => opened.push(url) },
  };
  return { scope, shown, opened, badges, messages };
}

function notification(data: unknown) {
  const closed = { count: 0 };
  const shown = { data, close: () => (closed.count += 1) } as unknown as Notification;
  return { shown, closed };
}

test('a push shows only its title and sets the badge count', async () => {
  const { scope, shown, badges } = worker();
  await showPushNotification(scope, payload);
  expect(shown).toEqual([[payload.title, { lang: 'en-CA', tag: '7/p1', data: { path: payload.path } }]]);
  expect(badges).toEqual([3]);
});

test('showPushNotification clears the badge when its count is zero', async () => {
  const { scope, badges } = worker();
  await showPushNotification(scope, { ...payload, badge: 0 });
  expect(badges).toEqual([0]);
});

test('showPushNotification shows the notification even if the badge is refused', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const { scope, shown } = worker();
  Object.assign(scope.navigator, { setAppBadge: () => Promise.reject(new Error('not installed')) });
  await showPushNotification(scope, payload);
  expect(shown).toHaveLength(1);
});

test('openNotification opens a window when no page is open', async () => {
  const { scope, opened } = worker();
  const { shown, closed } = notification({ path: payload.path });
  await openNotification(scope, shown);
  expect(opened).toEqual(['https://care.example.org/profile/1/events/e1']);
  expect(closed.count).toBe(1);
});

test('openNotification navigates the visible page instead of opening a window', async () => {
  const { scope, opened, messages } = worker([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }]);
  await openNotification(scope, notification({ path: payload.path }).shown);
  expect(messages).toEqual([['visible', { type: 'OPEN', path: payload.path }]]);
  expect(opened).toEqual([]);
});

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', 7, undefined])(
  'openNotification never leaves the app: %s',
  async (path) => {
    const { scope, opened, shown } = worker();
    await showPushNotification(scope, { ...payload, path: path as string });
    await openNotification(scope, notification(shown[0]?.[1].data).shown);
    await openNotification(scope, notification({ path }).shown);
    expect(new Set(opened)).toEqual(new Set(['https://care.example.org/app']));
  },
);
