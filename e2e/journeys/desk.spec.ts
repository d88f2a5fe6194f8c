import type { Page } from 'playwright/test';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { logIn, screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';

const STAFF = 'staff@example.org';

/** The newest code that was e-mailed to staff. */
async function newestCode({ api }: Stack): Promise<string> {
  const codeOf = async () => (await api.mails(STAFF))[0]?.match(/\b\d{6}\b/)?.[0] ?? '';
  await expect.poll(codeOf).toMatch(/^\d{6}$/);
  return codeOf();
}

const open = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name }).click();
  await screen(page, name);
};

test('staff sign in with two factors, approve an account, make a patient, issue a wristband and send an event', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, STAFF);
  await screen(page, 'One more step');
  await page.getByLabel('6-digit code').fill(await newestCode(stack));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await screen(page, 'Desk');
  await expect(page).toHaveURL(/\/desk$/);

  await open(page, 'Accounts');
  await page.getByRole('article').first().getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/ is approved$/)).toBeVisible();

  await open(page, 'Patients');
  await page.getByRole('button', { name: 'New patient' }).click();
  await page.getByLabel('First name').fill('Léa');
  await page.getByLabel('Last name').fill('Côté');
  await page.getByLabel('Mobile phone number').fill('+1 514 555 0142');
  await page.getByRole('button', { name: 'Add patient' }).click();
  await screen(page, 'Léa Côté');

  await page.getByRole('button', { name: 'Issue a wristband' }).click();
  await expect(page.getByRole('region', { name: 'Wristband' }).getByText(/^ER\d{8}$/)).toBeVisible();

  const event = page.getByRole('region', { name: 'Send an event' });
  await event.getByLabel('Title').fill('Bring your insurance card');
  await event.getByLabel('Short line').fill('At the front desk');
  await event.getByRole('button', { name: 'Send event' }).click();
  const timeline = page.getByRole('region', { name: 'Newest events' });
  await expect(timeline.getByText('Bring your insurance card')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
