import { type BrowserContext, expect, type Page } from 'playwright/test';
import type { Registry } from 'shared-ui/contract';
import type { Problems } from './problems.ts';

interface Kept {
  current: { hash: string; cache: string } | null;
  staged: { hash: string; cache: string } | null;
}

/** Runs in the page: returns the revisions the service worker has stored on this phone. */
export async function storedRevisions(): Promise<Kept> {
  const kept = await caches.match('/offline-state.json', { cacheName: 'lodestar-state' });
  return kept ? kept.json() : { current: null, staged: null };
}

export const revisionsKept = (page: Page): Promise<Kept> => page.evaluate(storedRevisions);

/** Runs in the page: whether the worker controls it. */
export const isServedByWorker = () => navigator.serviceWorker.controller?.state === 'activated';

/** Waits until a complete revision is stored and the worker controls this page. */
export async function readyForOffline(page: Page): Promise<void> {
  // Installation starts after the first screen has settled, then fetches everything.
  await expect.poll(() => page.evaluate(isServedByWorker), { message: 'the worker serves the page' }).toBe(true);
  await expect.poll(async () => (await revisionsKept(page)).current).not.toBeNull();
}

/** Opens a page and waits until the phone has stored the product for offline use. */
export async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await readyForOffline(page);
}

/** Closes the page and cuts the network. @returns a new blank page of the same context */
export async function comeBackOffline(page: Page, problems: Problems): Promise<Page> {
  const context = page.context();
  await page.close();
  await cutNetwork(context, problems);
  return context.newPage();
}

export async function updateWaits(page: Page): Promise<void> {
  await expect.poll(async () => (await revisionsKept(page)).staged).not.toBeNull();
}

/** Runs in the page: checks for an update, as the page does when it reconnects. */
export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  for (const worker of [registration.waiting, registration.active]) worker?.postMessage({ type: 'CHECK' });
}

export const lookForUpdate = (page: Page): Promise<void> => page.evaluate(checkForUpdate);

/** Cuts the network and allows the browser's errors about failed requests. */
export async function cutNetwork(context: BrowserContext, problems: Problems): Promise<void> {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
}

export const offlineLine = (page: Page) => page.getByText('You are offline.');

/**
 * Cuts an open page's network. Waits for the line about it, which moves the page: a press meanwhile could miss. Only a
 * person with a session has that line.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const hasSession = await page.evaluate(() => localStorage.getItem('access-token') !== null);
  if (hasSession) await expect(offlineLine(page)).toBeVisible();
}

/** Limits an origin's storage quota, in bytes; undefined restores the default. */
export async function giveRoom(page: Page, origin: string, quotaSize?: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', quotaSize === undefined ? { origin } : { origin, quotaSize });
}

/** Bytes stored by the page's origin. */
export const roomTaken = (page: Page) => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);

/** Returns the names of the caches that hold a revision. */
export function revisionCaches(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lodestar-revision-')));
}

/** Runs in the page: returns its versions, the shell's, and the surveys remote's according to its registry. */
export function runningVersions(): { shell: string; surveys: string | undefined } {
  const block = document.getElementById('lodestar-runtime')?.textContent ?? '';
  const { config, registry } = JSON.parse(block);
  return { shell: config.shell, surveys: registry.remotes.surveys?.active };
}

export const versionsOfPage = (page: Page) => page.evaluate(runningVersions);

/** The button that activates the waiting version. */
export const updateButton = (page: Page) => page.getByRole('button', { name: 'Update to Current Version' });

export function countStarts(page: Page): { count: number } {
  const starts = { count: 0 };
  page.on('domcontentloaded', () => {
    starts.count += 1;
  });
  return starts;
}

/** Deploys another version of a remote; to be passed to `changeRegistry`. */
export const use = (name: string, version: string) => (registry: Registry) => {
  const remote = registry.remotes[name];
  if (remote) remote.active = version;
};
