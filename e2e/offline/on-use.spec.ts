import type { Page } from 'playwright/test';
import type { RemoteManifest } from 'shared-ui/contract';
import { isPrefetched, nameOf } from '../../shell/src/offline/worker/prefetched.ts';
import type { RemoteName } from '../support/builds.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  countStarts,
  cutNetwork,
  lookForUpdate,
  openAndKeep,
  readyForOffline,
  updateButton,
  use,
} from '../support/offline.ts';
import { inkOn, openResult, pdfPage } from '../support/results.ts';
import type { Stack } from '../support/stack.ts';

const plays = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.3);

/** How many files with this ending lie on the phone. */
const kept = (page: Page, ending: string) =>
  page.evaluate(async (end) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith(end)) found.push(url);
    }
    return found.length;
  }, ending);

const filmsKept = (page: Page) => kept(page, '.mp4');

/** Turns the phone to another version of a remote, and looks at the page there without network. */
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
  await expect(pdfPage(page)).toHaveAttribute('aria-busy', 'false');
  expect(await inkOn(page)).toBeGreaterThan(500);
}

test('a film comes when it is watched, and is there without network from then on, after an update too', async ({
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

test('what came on a phone’s very first visit, before anything could keep it, is kept and outlasts an update, too', async ({
  context,
  page,
  problems,
  signIn,
  stack,
}) => {
  // The worker comes late: not before the test lets it in.
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

test('code that comes on use is called by a name, by which it outlasts an update, never by a number', async ({
  stack,
}) => {
  const code: string[] = [];
  for (const [remote, { active }] of Object.entries(stack.builds.remotes)) {
    const manifest = (await (
      await fetch(`${stack.url}/remotes/${remote}/${active}/remote.json`)
    ).json()) as RemoteManifest;
    // The desk comes on use as a whole: it works with the network only, and no patient's phone has it.
    if (manifest.routes?.every(({ guard }) => guard === 'staff')) continue;
    const onUse = Object.keys(manifest.files).filter((path) => !isPrefetched(path, manifest));
    code.push(...onUse.map(nameOf).filter((name) => /\.m?js$/.test(name)));
  }
  expect(code.sort()).toEqual(['pdf-reader.js', 'pdf.worker.min.mjs', 'wristband-reader.js']);
});
