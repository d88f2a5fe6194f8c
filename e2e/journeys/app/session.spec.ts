import type { Page, Request } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS, PASSWORD } from '../../support/hospital/api.ts';
import type { Stack } from '../../support/hospital/stack.ts';
import { enterPassword } from '../../support/people/patient-steps.ts';
import { PagePhone } from '../../support/phone/page-phone.ts';
import { tokenOn } from '../../support/phone/session.ts';
import { openRequests } from '../../support/phone/traffic.ts';
import { addToFigure } from '../../support/run/figures.ts';
import { screen } from '../../support/screens/screens.ts';

/** Console messages that browsers write about a failed request. */
const FAILED = /Failed to load resource|net::ERR_/;

/** Idle time before a page checks its session again (ms). Sessions end after 30 minutes without use. */
const ALMOST_IDLE_MS = 28 * 60_000;

/** Time without use after which a session ends (ms). */
const IDLE_MS = 30 * 60_000;

const signInAs = (page: Page, email: string) => enterPassword(new PagePhone(page), { email, password: PASSWORD });

/** Advances the clock to the page's first check of when the session ends, and waits until the response is handled. */
async function sessionIsWatched(page: Page): Promise<void> {
  const looked = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/api/v1/sessions'),
  );
  await page.clock.fastForward(10_000);
  await (await looked).finished();
  // Runs in a later task of the page than the one in which the response arrived.
  await page.evaluate(() => undefined);
}

const ENDED = {
  idle: 'You were signed out after 30 minutes to protect your records.',
  elsewhere: /^You were signed out\. .* on another device or by the hospital\./,
};

/** Lets the session end after half an hour without use, as in a pocket, and picks the phone up. */
async function comeBackTooLate(page: Page, stack: Stack): Promise<void> {
  // The page's time passes first: it may notice the end through any request.
  await page.clock.fastForward(IDLE_MS);
  stack.records.endSessionsIn(ACCOUNTS.patient.email, -1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Checks that the sign-in screen says why the session is over. */
async function readThatItIsOver(page: Page, why: keyof typeof ENDED): Promise<void> {
  await screen(page, 'Please Sign In');
  await expect(page.getByRole('status').getByText(ENDED[why])).toBeVisible();
  addToFigure(test.info(), 'sessions', { 'told that they are over': 1 });
}

test.beforeEach(async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
});

async function openHome(page: Page): Promise<void> {
  await page.goto('/app');
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
}

/** Waits until no request is open. Those that are would expire when the page's clock jumps. */
const allRequestsHaveEnded = (open: ReadonlySet<Request>) =>
  expect.poll(() => [...open].map((request) => request.url())).toEqual([]);

test('the session continues offline and the age of the data is shown', JOURNEY, async ({ page, context, problems }) => {
  problems.allow(FAILED);
  await openHome(page);
  await sessionIsWatched(page);
  const line = page.getByText('You are offline.');
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
  let age = 0;
  // A minute in which the stream reconnected has no check: the open stream proves that the session is valid.
  await expect(async () => {
    age += 1;
    await page.clock.fastForward(61_000);
    await expect(line).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText(new RegExp(`What you see is ${age} minutes? old\\.`))).toBeVisible();
  await page.clock.fastForward(4 * 60_000);
  await expect(page.getByText(`What you see is ${age + 4} minutes old.`)).toBeVisible();
  await expect(page.getByRole('link', { name: /How was your stay/ })).toBeVisible();
  await context.unroute('**/api/**');
  await page.clock.fastForward(61_000);
  await expect(line).toHaveCount(0);
  // The browser reports a lost network immediately.
  await context.setOffline(true);
  await expect(line).toBeVisible();
  await context.setOffline(false);
  await expect(line).toHaveCount(0);
});

test('session that was ended elsewhere ends here', JOURNEY, async ({ page, stack, problems }) => {
  problems.allow(FAILED);
  await openHome(page);
  await sessionIsWatched(page);
  const token = (await tokenOn(page)) ?? '';
  // The stream reports the end. Jumping a minute ahead would expire the requests for the start screen that it causes.
  await stack.api.call('DELETE', 'v1/sessions', { token });
  await readThatItIsOver(page, 'elsewhere');
  expect(await tokenOn(page)).toBeNull();
});

test('session can be extended, and after its end only its user returns', JOURNEY, async ({ page, stack, problems }) => {
  problems.allow(FAILED);
  const open = openRequests(page);
  await page.goto('/app/help');
  const comments = page.getByLabel('Comments');
  await comments.fill('How do I find ward');
  await allRequestsHaveEnded(open);
  await sessionIsWatched(page);
  await allRequestsHaveEnded(open);
  // Nothing was touched for over a minute, so requests from here on do not extend the session.
  await page.clock.fastForward(61_000);
  await allRequestsHaveEnded(open);
  stack.records.endSessionsIn(ACCOUNTS.patient.email, 100_000);
  await page.clock.fastForward(ALMOST_IDLE_MS);
  const question = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(question).toContainText(/You will be logged out in:\s*1:\d\d/);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toHaveCount(0);
  addToFigure(test.info(), 'sessions', { 'asked before the end and prolonged': 1 });
  await expect(comments).toBeFocused();
  await expect(comments).toHaveValue('How do I find ward');

  await allRequestsHaveEnded(open);
  await comeBackTooLate(page, stack);
  await readThatItIsOver(page, 'idle');
  await expect(page.getByText('Anything you started writing is still there.')).toBeVisible();

  await signInAs(page, ACCOUNTS.patient.email);
  await expect(page).toHaveURL(/\/app\/help$/);
  await expect(comments).toHaveValue('How do I find ward');

  // Another person who signs in is not led back. (A screen of the story's own remote: on others the story loads later,
  // and the clock would jump while it does.)
  await page.goto('/app/help');
  await expect(comments).toBeVisible();
  await allRequestsHaveEnded(open);
  await sessionIsWatched(page);
  await allRequestsHaveEnded(open);
  await comeBackTooLate(page, stack);
  await readThatItIsOver(page, 'idle');
  await signInAs(page, ACCOUNTS.second.email);
  await screen(page, "You're all set, Robin");
});
