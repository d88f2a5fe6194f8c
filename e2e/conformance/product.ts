import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { RemoteManifest } from 'shared-ui/contract';
import { REMOTE_MANIFEST } from '../../shell/gateway/manifest.ts';
import { reasonOf } from '../../shell/gateway/plain-error.ts';
import { publishBuilt, publishedFolder } from '../../shell/gateway/publisher.ts';
import type { Stack } from '../support/stack.ts';
import type { Findings } from './findings.ts';

const PATIENCE_MS = 15_000;

/** Publishes the remote as the only version of the surveys, so that nothing older takes its place when it fails. */
export async function publishAlone(stack: Stack, folder: string): Promise<RemoteManifest> {
  const { version } = await publishBuilt(stack.deployRoot, folder, { name: 'surveys' });
  await stack.changeRegistry(({ remotes }) => {
    const published = remotes.surveys?.versions[version];
    if (published) remotes.surveys = { active: version, versions: { [version]: published } };
  });
  const file = join(publishedFolder(stack.deployRoot, 'surveys', version), REMOTE_MANIFEST);
  return JSON.parse(await readFile(file, 'utf8'));
}

const SUBMIT = 'button[type=submit], input[type=submit], form button:not([type=button], [type=reset])';

/** From the list of events into the survey, as a patient. Returns whether the product can show the remote. */
export async function openInProduct(page: Page, url: string, findings: Findings): Promise<boolean> {
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('[remote]')) failures.push(message.text());
  });
  await page.goto(new URL('/profile/1/events', url).href);
  await page.getByRole('link', { name: 'How was your admission?' }).click();
  const button = page.locator(SUBMIT);
  const apology = page.getByRole('heading', { name: 'This survey can’t be shown just now' });
  await button
    .or(apology)
    .first()
    .waitFor({ timeout: PATIENCE_MS })
    .catch(() => undefined);
  const isShown = await button.first().isVisible();
  findings.expect('loads', isShown, failures[0] ?? 'the survey does not show, and no step of the loader failed');
  return isShown;
}

/** Fills in what stands there and sends it, by hand: one receipt more at the recorder, and back to the list. */
export async function deliverInProduct(page: Page, stack: Stack, findings: Findings): Promise<void> {
  const before = (await stack.receipts()).length;
  try {
    for (const box of await page.locator('main textarea').all()) await box.fill('Kind people.');
    await page.locator(SUBMIT).first().click();
    await page.getByText('Thank you for your feedback!').first().waitFor({ timeout: PATIENCE_MS });
    const receipts = await stack.receipts();
    const arrived = receipts.length - before;
    findings.expect('delivers', arrived === 1, `${arrived} surveys arrived at the recorder`);
    findings.expect('delivers', receipts[0]?.survey === 'admission', `the recorder has "${receipts[0]?.survey}"`);
  } catch (thrown) {
    findings.fault('delivers', reasonOf(thrown).split('\n')[0] ?? '');
  }
}
