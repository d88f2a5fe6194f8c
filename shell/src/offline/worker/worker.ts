import { registerRoute } from 'workbox-routing';
import type { ToWorker } from '../protocol.ts';
import { activate, activateNow, check, install } from './lifecycle.ts';
import { openNotification, showPushNotification } from './push.ts';
import {
  isConfigOrRegistry,
  isPublishedFile,
  pageRoute,
  publishedFiles,
  respondWithCurrent,
  storeLoaded,
  watchLinks,
} from './routes.ts';
import { scope } from './state.ts';

/**
 * The service worker. It serves one complete revision (page, shell, remotes) from the cache, prefetches the next one,
 * and switches to it when the user asks for it or no page is open any more. It handles no other requests: API calls
 * bypass it, so its caches contain no patient data.
 */
watchLinks();
registerRoute(pageRoute);
registerRoute(isConfigOrRegistry, respondWithCurrent);
registerRoute(isPublishedFile, publishedFiles);

async function handleMessage(event: ExtendableEvent, message: ToWorker): Promise<void> {
  if (message.type === 'CHECK') await check();
  if (message.type === 'ACTIVATE') await activateNow();
  if (message.type === 'LOADED') await storeLoaded(event, message.urls);
}

scope.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPushNotification(scope, event.data.json()));
});
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(scope, event.notification)));
scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => event.waitUntil(handleMessage(event, event.data)));
