import { runtimeConfig } from 'shared-ui';
import { hasUnsentTyping } from 'shared-ui/host';
import { registryOfPage } from '../remotes/registry.ts';
import { type FromWorker, identityOf, PAGE_LOCK, type ToWorker } from './protocol.ts';
import { offlineState, sayNoRoom, setOffline } from './state.ts';

/** The server is asked for something new when the page comes into view, but not more often than this, in milliseconds. */
const CHECK_EVERY_MS = 60_000;
/** And this often while it stays in view. */
const LOOK_MS = 15 * 60_000;

let registration: ServiceWorkerRegistration | undefined;
let checkedAt = 0;

const tell = (worker: ServiceWorker | null | undefined, message: ToWorker) => worker?.postMessage(message);

/** In this very page the person has said so, after a question where something would be lost. */
let isWanted = false;

/** Another page turned to the newest version: this one follows, but where something was typed it stays and says so. */
function follow(current: string): void {
  const { own } = offlineState();
  if (own === null || own === current) return;
  if (hasUnsentTyping() && !isWanted) setOffline({ newest: current, closed: null, isBehind: true });
  else reloadOnce();
}

let isReloading = false;

function reloadOnce(): void {
  if (isReloading) return;
  isReloading = true;
  location.reload();
}

function hear(message: FromWorker): void {
  if (message.type === 'STATUS') setOffline({ newest: message.staged ?? message.current });
  if (message.type === 'ACTIVATED') follow(message.current);
  if (message.type === 'NO_ROOM') sayNoRoom();
}

/** Holds the page's own revision on the phone for as long as the page lives. */
function hold(hash: string): void {
  navigator.locks?.request(PAGE_LOCK + hash, { mode: 'shared' }, () => new Promise(() => undefined));
}

async function check(): Promise<void> {
  if (!registration || !navigator.onLine || Date.now() - checkedAt < CHECK_EVERY_MS) return;
  checkedAt = Date.now();
  await registration.update().catch((error: unknown) => console.info('The service worker could not be checked', error));
  // Each looks after the shell that it was built with; one that is being installed does so anyway.
  tell(registration.waiting, { type: 'CHECK' });
  tell(registration.active, { type: 'CHECK' });
}

/** On a phone's first visit a film or the PDF reader may come before any worker serves the page: it hears of that then. */
function reportWhenServed(): void {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  const report = () => {
    const urls = performance.getEntriesByType('resource').map(({ name }) => name);
    tell(serviceWorker.controller, { type: 'LOADED', urls });
  };
  serviceWorker.addEventListener('controllerchange', report, { once: true });
}

async function register(): Promise<void> {
  reportWhenServed();
  registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (!registration) return;
  const look = () => void check();
  look();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  window.addEventListener('online', look);
  setInterval(look, LOOK_MS);
}

/**
 * Begins to keep this page usable without network and to look for new versions. Once a page, and late: what the first
 * screen needs comes first. A browser without service workers goes on without.
 */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return;
  const own = await identityOf({ config: runtimeConfig(), registry: registryOfPage() });
  setOffline({ own });
  hold(own);
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => hear(data));
  navigator.serviceWorker.startMessages();
  await register();
}

/** The person wants the newest version: every page of this browser turns to it, each reloading once. */
export async function updateNow(): Promise<void> {
  isWanted = true;
  // The banner may stand before this page's own registration has been answered: another page's question brought it.
  const here = registration ?? (await navigator.serviceWorker.getRegistration());
  const worker = here?.waiting ?? here?.active;
  if (offlineState().isBehind || !worker) reloadOnce();
  else tell(worker, { type: 'ACTIVATE' });
}
