import { type BrowserContext, expect, type Page } from 'playwright/test';
import type { Registry } from 'shared-ui/contract';
import type { Problems } from './problems.ts';

interface Kept {
  current: { hash: string; cache: string } | null;
  staged: { hash: string; cache: string } | null;
}

/** What the service worker says that it has on this phone. */
export function revisionsKept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const kept = await caches.match('/offline-state.json', { cacheName: 'lodestar-state' });
    return kept ? kept.json() : { current: null, staged: null };
  });
}

/** Waits until the phone has a whole revision and the worker serves this page. */
export async function readyForOffline(page: Page): Promise<void> {
  const isServed = () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
  // It comes when the first screen has had its time, and has everything to fetch then.
  await expect.poll(isServed, { message: 'the worker serves the page', timeout: 20_000 }).toBe(true);
  await expect.poll(async () => (await revisionsKept(page)).current).not.toBeNull();
}

/** Opens the product on a phone that keeps all of it from then on. */
export async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await readyForOffline(page);
}

/** Puts the phone away and takes it out where there is no network. @returns a new page of it, still empty */
export async function comeBackOffline(page: Page, problems: Problems): Promise<Page> {
  const context = page.context();
  await page.close();
  await cutNetwork(context, problems);
  return context.newPage();
}

/** Waits until another revision lies on the phone and waits. */
export async function updateWaits(page: Page): Promise<void> {
  await expect.poll(async () => (await revisionsKept(page)).staged).not.toBeNull();
}

/** Makes the page look for something new now, as it does when the network comes back. */
export async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    for (const worker of [registration.waiting, registration.active]) worker?.postMessage({ type: 'CHECK' });
  });
}

/** Cuts the network. What the browser then says about calls that fail is no fault. */
export async function cutNetwork(context: BrowserContext, problems: Problems): Promise<void> {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
}

/** Limits an origin to so many bytes on this phone from now on; undefined for as many as there are. */
export async function giveRoom(page: Page, origin: string, quotaSize?: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', quotaSize === undefined ? { origin } : { origin, quotaSize });
}

/** Bytes that the page's origin keeps on this phone. */
export const roomTaken = (page: Page) => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);

/** Names of the caches that hold a revision. */
export function revisionCaches(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lodestar-revision-')));
}

/** Versions that a page runs: of the shell, and of a remote as its registry names it. */
export function versionsOfPage(page: Page): Promise<{ shell: string; surveys: string | undefined }> {
  return page.evaluate(() => {
    const block = document.getElementById('lodestar-runtime')?.textContent ?? '';
    const { config, registry } = JSON.parse(block);
    return { shell: config.shell, surveys: registry.remotes.surveys?.active };
  });
}

/** The button that turns to the version that waits. */
export const updateButton = (page: Page) => page.getByRole('button', { name: 'Update to Current Version' });

/** Counts how often a page starts from now on. */
export function countStarts(page: Page): { count: number } {
  const starts = { count: 0 };
  page.on('domcontentloaded', () => {
    starts.count += 1;
  });
  return starts;
}

/** Deploys another version of a remote; for `changeRegistry`. */
export const use = (name: string, version: string) => (registry: Registry) => {
  const remote = registry.remotes[name];
  if (remote) remote.active = version;
};
