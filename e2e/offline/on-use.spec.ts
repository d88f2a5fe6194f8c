import type { Page } from 'playwright/test';
import type { RemoteManifest } from 'shared-ui/contract';
import { isPrefetched, nameOf } from 'shared-ui/contract/host';
import { MOVING } from '../support/phone/browser.ts';
import { countStarts, cutNetwork, lookForUpdate, openAndKeep, updateButton, use } from '../support/phone/offline.ts';
import { expect, test } from './fixtures.ts';

test.use(MOVING);

const plays = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.3);

const filmsKept = (page: Page) =>
  page.evaluate(async () => {
    const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caught)).flat().filter(({ url }) => url.endsWith('.mp4')).length;
  });

test('a watched video plays offline, even after an update', async ({ context, page, problems, stack }) => {
  await openAndKeep(page, '/onboarding/login');
  expect(await filmsKept(page)).toBe(0);
  await page.goto('/onboarding/scanning-barcode-video');
  await plays(page);
  await expect.poll(() => filmsKept(page)).toBe(1);

  await cutNetwork(context, problems);
  await page.reload();
  await plays(page);

  await context.setOffline(false);
  await stack.changeRegistry(use('onboarding', stack.builds.remotes.onboarding.older));
  await lookForUpdate(page);
  const starts = countStarts(page);
  await updateButton(page).click();
  await expect.poll(() => starts.count).toBe(1);
  await context.setOffline(true);
  await page.reload();
  await plays(page);
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
  const ofDemo = ['demo-director.js', 'demo-resources.js', 'demo-side-by-side.js', 'demo-story.js'];
  const others = code.filter((name) => !/^translation-[\w-]+-(nda|privacy|terms)-ts\.js$/.test(name));
  expect(others.sort()).toEqual([...ofDemo, 'pdf-reader.js', 'pdf.worker.min.mjs', 'wristband-reader.js']);
});
