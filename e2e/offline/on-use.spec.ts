import type { Page } from 'playwright/test';
import type { RemoteManifest } from 'shared-ui/contract';
import { isPrefetched, nameOf } from '../../shell/src/offline/worker/prefetched.ts';
import type { RemoteName } from '../support/builds.ts';
import { MOVING } from '../support/movement.ts';
import {
  countStarts,
  cutNetwork,
  lookForUpdate,
  openAndKeep,
  readyForOffline,
  updateButton,
  use,
} from '../support/offline.ts';
import { inkOn, openResult, openTab, pdfPage } from '../support/results.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from './fixtures.ts';

test.use(MOVING);

const plays = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.3);

/** Counts the cached files with this ending. */
const kept = (page: Page, ending: string) =>
  page.evaluate(async (end) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith(end)) found.push(url);
    }
    return found.length;
  }, ending);

const filmsKept = (page: Page) => kept(page, '.mp4');

/** Updates the phone to another version of a remote and reloads the page offline. */
async function updateAndLeave(page: Page, stack: Stack, remote: RemoteName): Promise<void> {
  const context = page.context();
  await context.setOffline(false);
  await stack.changeRegistry(use(remote, stack.builds.remotes[remote].older));
  await lookForUpdate(page);
  const starts = countStarts(page);
  await updateButton(page).click();
  await expect.poll(() => starts.count).toBe(1);
  await context.setOffline(true);
  await page.reload();
}

async function reportShows(page: Page): Promise<void> {
  await openTab(page, 'PDF File');
  await expect(pdfPage(page)).toHaveAttribute('aria-busy', 'false');
  expect(await inkOn(page)).toBeGreaterThan(500);
}

test('a video is cached when it is watched, and plays offline from then on, even after an update', async ({
  context,
  page,
  problems,
  stack,
}) => {
  await openAndKeep(page, '/onboarding/login');
  expect(await filmsKept(page)).toBe(0);
  await page.goto('/onboarding/scanning-barcode-video');
  await plays(page);
  await expect.poll(() => filmsKept(page)).toBe(1);

  await cutNetwork(context, problems);
  await page.reload();
  await plays(page);

  await updateAndLeave(page, stack, 'onboarding');
  await plays(page);
});

test('a file loaded on the first visit, before the service worker was registered, is cached and survives an update', async ({
  context,
  page,
  problems,
  signIn,
  stack,
}) => {
  // Delays the registration of the service worker until the test allows it.
  await context.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    const held = new Promise((letIn) => Object.assign(window, { letIn }));
    serviceWorker.register = async (...given) => {
      await held;
      return register(...given);
    };
  });
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openResult(page, /Brain scan/);
  await openTab(page, 'PDF File');
  await expect(pdfPage(page)).toHaveAttribute('aria-busy', 'false');
  await page.evaluate(() => Reflect.get(window, 'letIn')());
  await readyForOffline(page);
  await expect.poll(() => kept(page, '.mjs')).toBe(1);

  await cutNetwork(context, problems);
  await page.reload();
  await reportShows(page);

  await updateAndLeave(page, stack, 'records');
  await reportShows(page);
});

test('code that loads on use has a stable name, so that it survives an update', async ({ stack }) => {
  const code: string[] = [];
  for (const [remote, { active }] of Object.entries(stack.builds.remotes)) {
    const manifest = (await (
      await fetch(`${stack.url}/remotes/${remote}/${active}/remote.json`)
    ).json()) as RemoteManifest;
    // The whole desk loads on use: it needs the network, and no patient's phone has it.
    if (manifest.routes?.every(({ guard }) => guard === 'staff')) continue;
    const onUse = Object.keys(manifest.files).filter((path) => !isPrefetched(path, manifest));
    code.push(...onUse.map(nameOf).filter((name) => /\.m?js$/.test(name)));
  }
  expect(code.sort()).toEqual(['pdf-reader.js', 'pdf.worker.min.mjs', 'wristband-reader.js']);
});
