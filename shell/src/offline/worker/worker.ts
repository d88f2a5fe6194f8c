import { registerRoute } from 'workbox-routing';
import type { ToWorker } from '../protocol.ts';
import { answerCurrent, files, isFile, isState, keepLoaded, pages } from './answers.ts';
import { activate, activateNow, check, install } from './life.ts';
import { openNews, showNews } from './push.ts';
import { scope } from './scope.ts';
import { watchLinks } from './test-version.ts';

/**
 * The service worker. It serves one whole revision (page, shell, remotes) from the phone, prefetches the next one, and
 * turns to it when the person wants it or when no page is open any more. It answers for nothing else: calls to the API go
 * past it, so that no patient's data lies in its caches.
 */
watchLinks();
registerRoute(pages);
registerRoute(isState, answerCurrent);
registerRoute(isFile, files);

async function answer(event: ExtendableEvent, message: ToWorker): Promise<void> {
  if (message.type === 'CHECK') await check();
  if (message.type === 'ACTIVATE') await activateNow();
  if (message.type === 'LOADED') await keepLoaded(event, message.urls);
}

scope.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNews(scope, event.data.json()));
});
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNews(scope, event.notification)));
scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => event.waitUntil(answer(event, event.data)));
