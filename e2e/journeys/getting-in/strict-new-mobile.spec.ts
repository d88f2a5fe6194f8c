import { expect, test } from '../../support/fixtures.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import { Stack } from '../../support/stack.ts';
import { field, press } from './creating.ts';

const EMAIL = 'patient@example.org';
const WRISTBAND = 'ER10000001';
const NEW_NUMBER = '+1 416-555-0199';

let stack: Stack;
test.beforeAll(async () => {
  stack = await Stack.start({ strictIdentity: true });
});
test.afterAll(() => stack.stop());

test('new mobile number gets the code once a link in the email confirms it', async ({ page, context, browser }) => {
  await keepSession(context, { token: await stack.api.scan(WRISTBAND) });
  await page.goto(`${stack.url}/onboarding/enter-email`);
  await field(page, 'Email').fill(EMAIL);
  await press(page, 'Submit');
  await screen(page, 'Enter your new mobile number');
  await field(page, 'Mobile number').fill(NEW_NUMBER);
  await press(page, 'Submit');
  await screen(page, 'Please confirm your new number');
  expect(await stack.api.texts(NEW_NUMBER)).toEqual([]);

  const [mail = ''] = await stack.api.mails(EMAIL);
  const link = /https?:\/\/\S+\/onboarding\/confirm-mobile\/\S+/.exec(mail)?.[0] ?? '';
  const elsewhere = await browser.newContext();
  const mailbox = await elsewhere.newPage();
  await mailbox.goto(link);
  await screen(mailbox, 'Is this your new mobile number?');
  await press(mailbox, 'Yes, use this number');
  await screen(mailbox, 'Your new number is confirmed');
  await elsewhere.close();

  // The waiting screen goes on by itself.
  await screen(page, 'Enter your PIN');
  await expect(page.getByText(/^We sent a 4-digit code by text to .*0199\.$/)).toBeVisible();
  await page.getByLabel('4-digit code').fill((await stack.api.newestPin(NEW_NUMBER)) ?? '');
  await press(page, 'Submit');
  await screen(page, "You're all set, Jordan");
});
