import { runtimeConfig } from 'shared-ui';
import { hasUnsentTyping } from 'shared-ui/host';
import { followLanguage } from '../language.ts';
import { registryOfPage } from '../remotes/registry.ts';
import { type FromWorker, identityOf, LANGUAGE, PAGE_LOCK, type ToWorker } from './protocol.ts';
import { offlineState, reportStorageFull, setOffline } from './state.ts';

/** Minimum interval between update checks when the page becomes visible (ms). */
const CHECK_EVERY_MS = 60_000;
/** Interval of update checks while the page stays visible (ms). */
const POLL_INTERVAL_MS = 15 * 60_000;

let registration: ServiceWorkerRegistration | undefined;
let checkedAt = 0;

const postTo = (worker: ServiceWorker | null | undefined, message: ToWorker) => worker?.postMessage(message);

/** Whether the user asked for the update in this page, and confirmed it if anything would be lost. */
let isUpdateRequested = false;

/** Follows another page to the newest version. If the user has typed something, shows a notice instead. */
function follow(current: string): void {
  const { own } = offlineState();
  if (own === null || own === current) return;
  if (hasUnsentTyping() && !isUpdateRequested) setOffline({ newest: current, closed: null, isBehind: true });
  else reloadOnce();
}

let isReloading = false;

function reloadOnce(): void {
  if (isReloading) return;
  isReloading = true;
  location.reload();
}

function onWorkerMessage(message: FromWorker): void {
  if (message.type === 'STATUS') setOffline({ newest: message.staged ?? message.current });
  if (message.type === 'ACTIVATED') follow(message.current);
  if (message.type === 'NO_ROOM') reportStorageFull();
}

/** Each worker checks the shell that it was built with. An installing one does so anyway. */
function askWorkers(): void {
  postTo(registration?.waiting, { type: 'CHECK' });
  postTo(registration?.active, { type: 'CHECK' });
}

async function check(): Promise<void> {
  if (!registration || !navigator.onLine || Date.now() - checkedAt < CHECK_EVERY_MS) return;
  checkedAt = Date.now();
  await registration.update().catch((error: unknown) => console.info('The service worker could not be checked', error));
  askWorkers();
}

/** Has the workers store the texts of a language. If it can't be written for them, they store those of every language. */
async function storeLanguage(language: string): Promise<void> {
  try {
    await (await caches.open(LANGUAGE.cache)).put(LANGUAGE.url, new Response(language));
  } catch (error) {
    console.info('The language could not be stored for offline use', error);
  }
  askWorkers();
}

/** Reports files loaded before a worker controlled the page, such as the PDF reader on the first visit. */
function reportWhenServed(): void {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  const report = () => {
    const urls = performance.getEntriesByType('resource').map(({ name }) => name);
    postTo(serviceWorker.controller, { type: 'LOADED', urls });
  };
  serviceWorker.addEventListener('controllerchange', report, { once: true });
}

async function register(): Promise<void> {
  reportWhenServed();
  registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (!registration) return;
  const poll = () => void check();
  poll();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && poll());
  window.addEventListener('online', poll);
  setInterval(poll, POLL_INTERVAL_MS);
}

/**
 * Starts offline support and update checks. Called once per page, after the first screen has loaded. Does nothing in
 * browsers without service workers or Web Locks.
 */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return;
  const own = await identityOf({ config: runtimeConfig(), registry: registryOfPage() });
  setOffline({ own });
  // Held while the page is open, so that the worker keeps the revision's files.
  navigator.locks.request(PAGE_LOCK + own, { mode: 'shared' }, () => new Promise(() => undefined));
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => onWorkerMessage(data));
  navigator.serviceWorker.startMessages();
  // Before the first worker downloads its files.
  await followLanguage(storeLanguage);
  await register();
}

/** Activates the newest version: every page of this browser reloads once. */
export async function updateNow(): Promise<void> {
  isUpdateRequested = true;
  // The banner may appear before this page's own registration resolves, after a check by another page.
  const current = registration ?? (await navigator.serviceWorker.getRegistration());
  const worker = current?.waiting ?? current?.active;
  if (offlineState().isBehind || !worker) reloadOnce();
  else postTo(worker, { type: 'ACTIVATE' });
}
