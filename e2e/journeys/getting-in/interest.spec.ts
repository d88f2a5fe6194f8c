import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { newPerson } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { recordRequests } from '../../support/traffic.ts';
import { expectErrors, field, press } from './creating.ts';

const SIGN_UP = '**/api/v1/users/poc';
const OPT_IN = 'Yes, I want to receive updates about the product';

async function fill(page: Page, email: string, city = ''): Promise<void> {
  await page.goto('/onboarding/register');
  await field(page, 'Name').fill('Ada Lovell');
  await field(page, 'Email').fill(email);
  if (city) await field(page, 'City (optional)').fill(city);
}

const thanks = (page: Page) => screen(page, 'Thank you for your interest!');

test('interest sign-up requires a name and an email, but no city', async ({ page }) => {
  await page.goto('/onboarding/register');
  await press(page, 'Submit');
  await expectErrors(page, { Name: 'Name Required', Email: 'Email Required' });
  await field(page, 'Name').fill('Ada');
  await field(page, 'Email').fill('ada@example');
  await press(page, 'Submit');
  await expectErrors(page, { Email: 'Invalid Email' });
});

test('interest sign-up is stored, and Done leads to the start', JOURNEY, async ({ page, stack }) => {
  const { email } = newPerson();
  await fill(page, email.toUpperCase(), 'Ottawa');
  await page.getByLabel(OPT_IN).check();
  await press(page, 'Submit');
  await thanks(page);
  expect(stack.records.interest(email)).toEqual([{ email, name: 'Ada Lovell', city: 'Ottawa', opt_in: 1 }]);
  await page.getByRole('link', { name: 'Done' }).click();
  await screen(page, 'Welcome to Lodestar');
  await expect(page).toHaveURL(/\/onboarding$/);
});

test('a second press while sending sends nothing more, and a second sign-up stores nothing more', async ({
  page,
  context,
  stack,
}) => {
  const { email } = newPerson();
  const requests = recordRequests(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route(SIGN_UP, async (route) => {
    await held;
    await route.continue();
  });
  await fill(page, email);
  await press(page, 'Submit');
  await expect(page.getByRole('alertdialog', { name: 'Sending your details' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Submit', includeHidden: true }).dispatchEvent('click');
  letGo();
  await thanks(page);
  expect(requests.filter((url) => url.endsWith('/users/poc'))).toHaveLength(1);

  await fill(page, email, 'Toronto');
  await press(page, 'Submit');
  await thanks(page);
  expect(stack.records.interest(email)).toEqual([{ email, name: 'Ada Lovell', city: null, opt_in: 0 }]);
});

for (const fault of ['does not get through', 'is answered with an error'] as const) {
  test(`thank-you appears when the call ${fault}, which is logged`, async ({ page, context, stack, problems }) => {
    problems.allow(callFailed('v1/users/poc'));
    const { email } = newPerson();
    await context.route(SIGN_UP, (route) =>
      fault === 'does not get through' ? route.abort() : route.fulfill({ status: 500, body: '' }),
    );
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('The sign-up failed'));
    await fill(page, email);
    await press(page, 'Submit');
    await thanks(page);
    await logged;
    expect(stack.records.interest(email)).toEqual([]);
  });
}

test('interest sign-up keeps the input when the user goes back and returns', async ({ page }) => {
  await fill(page, 'ada@example.org', 'Ottawa');
  await press(page, 'Back');
  await page.getByRole('link', { name: /^patient/i }).click();
  await expect(field(page, 'Name')).toHaveValue('Ada Lovell');
  await expect(field(page, 'City (optional)')).toHaveValue('Ottawa');
});
