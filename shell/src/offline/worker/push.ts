import type { PushPayload } from 'mock-api/contract';
import type { FromWorker } from '../protocol.ts';

interface OpenPage {
  visibilityState: string;
  postMessage(message: FromWorker): void;
  focus(): Promise<unknown>;
}

/** What of the worker's scope pushes need. */
export interface PushScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<unknown> };
  clients: {
    matchAll(wanted: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: { origin: string };
  navigator: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>;
}

/** A path of this product alone: whatever a push says, nothing else is opened. */
const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?!\/)/.test(path);

/** Puts the number on the app's icon, where the system has that. */
async function showCount({ navigator }: PushScope, count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  await done.catch((error: unknown) => console.info('The icon shows no count', error));
}

/**
 * Shows that there is news: one sentence, which says nothing of anybody's health, in the place of what the same news said
 * before.
 */
export async function showNews(scope: PushScope, { title, lang, path, tag, badge }: PushPayload): Promise<void> {
  const data = isPath(path) ? { path } : {};
  await Promise.all([
    scope.registration.showNotification(title, { lang, tag, data }),
    showCount(scope, Number.isSafeInteger(badge) ? badge : 0),
  ]);
}

/** A tap leads to what the news is about: on the page that is open, which keeps what was typed there, else on a new one. */
export async function openNews({ clients, location }: PushScope, notification: Notification): Promise<void> {
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
