import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { resultOf } from '../../kit/pages.ts';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { STILL } from '../../support/phone/browser.ts';
import { inkOn, openTab, pdfPage } from '../../support/screens/results.ts';

test.use(STILL);

const STORY = { storySteps: Number.POSITIVE_INFINITY };
const MEDIA = /\/media\//;
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Resolves with a document of two tagged pages, printed by a browser as hospitals do. */
async function printed(page: Page): Promise<Buffer> {
  const printer = await page.context().browser()?.newPage();
  if (!printer) throw new Error('No browser to print with');
  await printer.setContent('<h1>First</h1><p>One</p><h1 style="break-before: page">Second</h1><p>Two</p>');
  const bytes = await printer.pdf({ tagged: true });
  await printer.close();
  return bytes;
}

test('PDF report can be zoomed, downloaded, read and paged through', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient', STORY);
  await resultOf(page, /Brain scan/).open();
  await expect(page.getByRole('tab')).toHaveText(['PDF File', 'Insights', 'Questions']);
  await expect(tab(page, 'Insights')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Your scan looks normal.', { exact: false })).toBeVisible();
  await openTab(page, 'PDF File');
  const sheet = pdfPage(page);
  await expect(page.getByRole('img', { name: 'Page 1 of 1: Brain scan report' })).toBeVisible();
  await expect(sheet).toHaveAttribute('aria-busy', 'false');
  expect(await inkOn(page)).toBeGreaterThan(500);

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('150%');
  await expect(sheet).toHaveAttribute('aria-busy', 'false');
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Brain scan report.pdf');
  expect((await readFile(await download.path())).toString('latin1', 0, 5)).toBe('%PDF-');

  await page.getByRole('button', { name: 'Read the report as text' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 4 }).first()).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/no (bleeding|haemorrhage|hemorrhage|intracranial)/i)
      .first(),
  ).toBeVisible();

  const body = await printed(page);
  await page.route(MEDIA, (route) => route.fulfill({ body, contentType: 'application/pdf' }));
  await page.goto(`${new URL(page.url()).pathname}?tab=pdf`);
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('img', { name: /^Page 2 of 2/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Read the report as text' }).click();
  await expect(page.getByRole('heading', { level: 4 })).toHaveText(['First', 'Second']);
  await expect(page.getByText('Two', { exact: true })).toBeVisible();
});

test('questions can be ticked and shared, and stay ticked on the next visit', JOURNEY, async ({ page, signIn }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { handedOver: [] });
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => (globalThis as unknown as { handedOver: unknown[] }).handedOver.push(data),
    });
  });
  await signIn('patient', STORY);
  await resultOf(page, /Brain scan/).open();
  await tab(page, 'Questions').click();
  await expect(page.getByRole('checkbox')).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Share all questions' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'When can I drive again?' }).check();
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/questions') && response.request().method() === 'POST',
  );
  await page.getByRole('checkbox', { name: 'Do I need another scan?' }).check();
  expect((await kept).status()).toBe(200);
  await page.getByRole('button', { name: 'Share 2 questions' }).click();
  const shared = await page.evaluate(() => (globalThis as unknown as { handedOver: { text: string }[] }).handedOver);
  expect(shared.map(({ text }) => text)).toEqual([
    'Questions for my doctor: Brain scan (CT)\n• Do I need another scan?\n• When can I drive again?',
  ]);

  await page.reload();
  await tab(page, 'Questions').click();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: 'When can I drive again?' })).toBeChecked();
});
