import type { PushPayload } from 'mock-api/contract';
import type { FromWorker } from '../protocol.ts';

interface OpenPage {
  visibilityState: string;
  postMessage(message: FromWorker): void;
  focus(): Promise<unknown>;
}

/** The parts of the worker's scope that push handling needs. */
export interface PushScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<unknown> };
  clients: {
    matchAll(wanted: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: { origin: string };
  navigator: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>;
}

/** Accepts only paths of this app, whatever the push message contains. */
const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?!\/)/.test(path);

/** Shows the count on the app's icon, where the system supports it. */
async function showCount({ navigator }: PushScope, count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  await done.catch((error: unknown) => console.info('The app badge could not be set', error));
}

/** Shows one sentence without any health information, in place of an earlier one with the same tag. */
export async function showPushNotification(
  scope: PushScope,
  { title, lang, path, tag, badge }: PushPayload,
): Promise<void> {
  const data = isPath(path) ? { path } : {};
  await Promise.all([
    scope.registration.showNotification(title, { lang, tag, data }),
    showCount(scope, Number.isSafeInteger(badge) ? badge : 0),
  ]);
}

/** Opens a tapped notification's screen: in an open page, which keeps unsaved input, or else in a new window. */
export async function openNotification({ clients, location }: PushScope, notification: Notification): Promise<void> {
  notification.close();
  const { path } = (notification.data ?? {}) as { path?: unknown };
  const target = isPath(path) ? path : '/app';
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) {
    await clients.openWindow(new URL(target, location.origin).href);
    return;
  }
  page.postMessage({ type: 'OPEN', path: target });
  await page.focus();
}
