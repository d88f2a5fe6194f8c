import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { linkToOlder, type OverrideStack, startWithOverrides, testStrip } from '../support/hospital/overrides.ts';
import { comeBackOffline, readyForOffline } from '../support/phone/offline.ts';
import { recordRequests, versionsIn } from '../support/phone/traffic.ts';
import { violations } from '../support/screens/axe.ts';
import { screen } from '../support/screens/screens.ts';

test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'allow' });

const AN_HOUR = 3_600;
const WELCOME = 'Welcome to Lodestar';

let overrides: OverrideStack;

test.beforeAll(async ({ browserName: _any }, testInfo) => {
  overrides = await startWithOverrides(testInfo.outputPath('keys'));
});
test.afterAll(() => overrides.stack.stop());

const versions = () => overrides.stack.builds.remotes.onboarding;

/** Opens the first screen. Resolves with the versions of onboarding that ran on it. */
async function versionAt(page: Page, path = '/'): Promise<string[]> {
  const requests = recordRequests(page);
  await page.goto(overrides.stack.url + path);
  await screen(page, WELCOME);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return [...new Set([...versionsIn(requests, 'onboarding'), ...versionsIn(loaded, 'onboarding')])];
}

/** Returns whether the server's page at a prerendered path contains a screen of the published version. */
async function hasFirstScreen(page: Page): Promise<boolean> {
  const headers = { accept: 'text/html' };
  const answer = await page.request.get(`${overrides.stack.url}/onboarding/welcome`, { headers });
  return (await answer.text()).includes('id="first-screen"');
}

async function openLink(page: Page): Promise<void> {
  await page.goto(await linkToOlder(overrides, 'onboarding', AN_HOUR));
  await expect(testStrip(page)).toContainText('Test version of onboarding');
}

test('override link applies to its browser only, until the strip is closed', async ({ browser, page }) => {
  await openLink(page);
  await screen(page, WELCOME);
  expect(await versionAt(page)).toEqual([versions().older]);
  expect(await hasFirstScreen(page)).toBe(false);
  await page.getByRole('button', { name: 'Developer details' }).click();
  const details = page.getByRole('dialog', { name: 'Remotes on this page' });
  await expect(details).toContainText(versions().older);
  await expect(details).toContainText('Test version, in this browser only');
  await expect(details.getByText(/^[\d,]+\sms$/)).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  const other = await browser.newContext();
  const theirs = await other.newPage();
  expect(await versionAt(theirs)).toEqual([versions().active]);
  expect(await hasFirstScreen(theirs)).toBe(true);
  await expect(testStrip(theirs)).toBeHidden();
  await other.close();
  await page.getByRole('button', { name: 'Close the test version' }).click();
  await expect(testStrip(page)).toBeHidden();
  expect(await versionAt(page)).toEqual([versions().active]);
});

test('phone with the offline copy shows the test version and stores nothing of it', async ({ page, problems }) => {
  await page.goto(overrides.stack.url);
  await readyForOffline(page);
  await openLink(page);
  expect(await versionAt(page)).toEqual([versions().older]);
  const kept = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const page = await cache.match('/index.html');
      texts.push(...(await cache.keys()).map(({ url }) => url), (await page?.text()) ?? '');
    }
    return texts.join('\n');
  });
  expect(kept).toContain(`/remotes/onboarding/${versions().active}/`);
  expect(kept).not.toMatch(/-override\.|lodestar-override/);
  await page.getByRole('button', { name: 'Close the test version' }).click();
  await expect(testStrip(page)).toBeHidden();
  await screen(page, WELCOME);
  const cold = await comeBackOffline(page, problems);
  expect(await versionAt(cold)).toEqual([versions().active]);
});
