import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { launchWindowless } from '../support/phone/browser.ts';
import { expect, openWhatever, test } from './fixtures.ts';
import { FLOODS } from './programs/harm.ts';

const { args, ...browser } = launchWindowless();

// As on a small phone: frames share the page's process, so a guest that loops freezes the page.
test.use({ launchOptions: { ...browser, args: [...args, '--disable-features=IsolateSandboxedIframes'] } });

/** A page that does not respond for this long counts as frozen, in milliseconds. */
const FROZEN_MS = 1_000;

const stateOf = (page: Page) =>
  Promise.race([page.evaluate(() => 'answers'), wait(FROZEN_MS, 'frozen', { ref: false })]);

test('a guest that froze a page is not mounted on the next start', async ({ page, context, meet }) => {
  await meet({ 'loops for ever': FLOODS['loops for ever'] ?? (() => undefined) });
  await expect.poll(() => stateOf(page)).toBe('frozen');
  await page.close();

  const next = await context.newPage();
  const frames: unknown[] = [];
  next.on('frameattached', (frame) => frames.push(frame));
  await openWhatever(next);
  await expect(next.getByRole('button', { name: 'Send feedback' })).toBeVisible();
  expect(frames).toEqual([]);
});
