import { join } from 'node:path';
import type { DeskRequest, GoingHome } from 'mock-api/contract';
import type { Page } from 'playwright/test';
import { REPO } from 'server-kit/paths';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { staffSession } from '../../support/people/staff.ts';
import { screen } from '../../support/screens/screens.ts';

const RECORD = join(REPO, 'tools/fhir-server/demo/jordan-avery.ndjson');
/** The second account: the record of the first would change other tests. It is another person's, so it takes --force. */
const PATIENT = ['--patient', 'ER10000002'];
const FORMATS = ['A4', 'Letter'] as const;

async function pagesOf(page: Page, format: (typeof FORMATS)[number]): Promise<number> {
  const pdf = await page.pdf({ format, preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('patient prepares to go home, asks the desk and prints one page', JOURNEY, async ({ page, signIn, stack }) => {
  await stack.records.importFhir(RECORD, ...PATIENT, '--subject', 'Patient/jordan-avery', '--force');
  try {
    await signIn('second', { storySteps: 0 });
    await page.goto('/app');
    const day = page.getByRole('region', { name: 'My day' });
    await expect(day.getByRole('link', { name: /^Medications today/ })).toHaveAttribute(
      'href',
      '/profile/1/medications',
    );
    await expect(day.getByText(/^From Northside General Hospital, checked/)).toBeVisible();

    await page.goto('/profile/1/going-home');
    await screen(page, 'Going home');
    const drive = page.getByRole('checkbox', { name: 'Don’t drive a car' });
    const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
    await drive.check();
    await saved;
    await page.reload();
    await expect(drive).toBeChecked();

    await page.getByRole('button', { name: /not sure about this.*: Don’t drive a car/ }).click();
    await page.getByLabel('What would you like to know?').fill('Not even a short way?');
    await page.getByRole('button', { name: 'Send to the hospital' }).click();
    await expect(page.getByText('Sent. Your care team can see it now. A reply comes in My requests.')).toBeVisible();
    await expect(page.getByText(/^Sent \d/)).toBeVisible();
    const token = await staffSession(stack.api);
    const requests = (await stack.api.call('GET', 'v1/desk/requests', { token, locale: 'en' })) as DeskRequest[];
    const asked = requests.find(({ text }) => text.includes('Not even a short way?'));
    expect(asked?.about?.title).toBe('Checklist for going home');
    expect(asked?.text).toMatch(/^I’m not sure about this: Don’t drive a car/);

    for (const format of FORMATS) expect(await pagesOf(page, format), format).toBe(1);
    await page.route('**/api/v1/profiles/1/going-home', async (route) => {
      const list = (await (await route.fetch()).json()) as GoingHome;
      const medications = Array.from({ length: 60 }, (_, index) =>
        list.medications.map((item) => ({ ...item, point: `${item.point} ${index}` })),
      );
      await route.fulfill({ json: { ...list, medications: medications.flat() } });
    });
    await page.reload();
    await screen(page, 'Going home');
    await expect(page.getByRole('checkbox').nth(60)).toBeVisible();
    for (const format of FORMATS) expect(await pagesOf(page, format), `${format}, long`).toBe(1);
  } finally {
    await stack.records.importFhir('--remove', ...PATIENT);
  }
});
