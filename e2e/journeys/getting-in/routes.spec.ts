import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { STILL } from '../../support/movement.ts';
import { member, scanned, sessionOf } from '../../support/people.ts';
import { callFailed } from '../../support/problems.ts';
import { screen } from '../../support/screens.ts';
import { keepSession } from '../../support/session.ts';
import type { Stack } from '../../support/stack.ts';
import { ROWS, type RouteLink, type Row } from './routes.ts';

/** Shows the tutorial as text, so that the text of its first step can be checked. */
test.use(STILL);

/** Sets up the page's visitor for a screen: anonymous, or a new person. */
async function become(by: Row['by'], stack: Stack, context: BrowserContext): Promise<void> {
  if (by === undefined) return;
  const token = by === 'narrow' ? (await scanned(stack)).token : await sessionOf(stack, await member(stack));
  const isLearning = by === 'learning';
  await keepSession(context, { token, settings: { isUserValidated: isLearning, viewTutorial: isLearning } });
}

async function take(page: Page, { press, as, to, heading }: RouteLink): Promise<void> {
  await page
    .getByRole('main')
    .getByRole(as ?? 'link', { name: press, exact: as === 'button' })
    .click();
  await screen(page, heading);
  await expect(page).toHaveURL(new RegExp(`${to}$`));
}

for (const { route, heading, texts, links, by } of ROWS) {
  test(`${route} shows its texts and has working links`, async ({ page, stack, context, problems }) => {
    // The links in these routes' addresses were never sent.
    for (const call of ['validate-email', 'phone-change']) problems.allow(callFailed(`v1/users/${call}`));
    await become(by, stack, context);
    for (const [index, link] of links.entries()) {
      await page.goto(route);
      await screen(page, heading);
      await expect(page).toHaveTitle(`${heading} · Lodestar`);
      if (index === 0) {
        for (const text of texts) {
          const found = page.getByRole('main').getByText(text, { exact: true });
          await expect(found.first()).toBeVisible();
        }
      }
      await take(page, link);
      // The offer and the tutorial validate the user; the next link is followed by a user who is not validated yet.
      await page.evaluate(() => localStorage.removeItem('settings'));
    }
  });
}

for (const { route, by } of ROWS.filter((row) => row.by === 'narrow' || row.by === 'full')) {
  test(`${route} redirects a visitor to the login screen`, async ({ page }) => {
    await page.goto(route);
    await screen(page, 'Please Sign In');
    await expect(page).toHaveURL(/\/onboarding\/login$/);
  });

  if (by === 'full') {
    test(`${route} redirects a session that still needs the PIN to it`, async ({ page, stack, context }) => {
      await become('narrow', stack, context);
      await page.goto(route);
      await screen(page, 'Enter your PIN');
    });
  }
}

test('/onboarding/choice shows two main choices above three links, each at least 44 px high', async ({ page }) => {
  await page.goto('/onboarding/choice');
  await screen(page, 'How would you like to begin?');
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(links).toHaveText([
    /^patient/i,
    /^hospital professional/i,
    'I have a wristband',
    'I was invited',
    'I already have an account',
  ]);
  for (const link of await links.all()) {
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
});

test('/onboarding/nda enables Next once both boxes are ticked, then leads to the info screen', async ({ page }) => {
  await page.goto('/onboarding/nda');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeDisabled();
  await page.getByRole('checkbox', { name: /Non-Disclosure Agreement/ }).check();
  await expect(next).toBeDisabled();
  await page.getByRole('link', { name: 'Read the Privacy Policy' }).click();
  await screen(page, 'Privacy Policy');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await screen(page, 'This is a trial');
  await expect(page.getByRole('checkbox', { name: /Non-Disclosure Agreement/ })).toBeChecked();
  await page.getByRole('checkbox', { name: /Privacy Policy and the Terms/ }).check();
  await next.click();
  await screen(page, 'Your hospital journey, in one place');
});

for (const route of ['/onboarding/nda-legal', '/onboarding/privacy', '/onboarding/terms']) {
  test(`${route} links every line of its contents to its section`, async ({ page }) => {
    await page.goto(route);
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    await expect(contents.nth(5)).toBeVisible();
    const titles = await contents.allInnerTexts();
    for (const [index, title] of titles.entries()) {
      await contents.nth(index).click();
      const name = title.replace(/^\d+\.\s*/, '');
      await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: name })).toBeFocused();
    }
  });
}

test('agreements are under the law of Canada, and the terms name the courts of Ontario', async ({ page }) => {
  for (const route of ['/onboarding/nda-legal', '/onboarding/terms']) {
    await page.goto(route);
    await expect(
      page
        .getByRole('article')
        .getByText(/laws (of|in force in) .*Canada/)
        .first(),
    ).toBeVisible();
  }
  await expect(
    page
      .getByRole('article')
      .getByText(/courts of (the Province of )?Ontario/)
      .first(),
  ).toBeVisible();
});

test('every screen and its title are shown in French', async ({ page, context, problems }) => {
  test.slow();
  for (const call of ['validate-email', 'phone-change']) problems.allow(callFailed(`v1/users/${call}`));
  await keepSession(context, { settings: { locale: 'fr' } });
  for (const { route, heading } of ROWS.filter((row) => row.by === undefined)) {
    await page.goto(route);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeFocused();
    await expect(title, route).not.toHaveText(heading);
    await expect(page).toHaveTitle(`${await title.textContent()} · Lodestar`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  }
});

test('every screen after the welcome has a home link', async ({ page }) => {
  for (const { route } of ROWS.filter((row) => row.by === undefined).slice(2, 6)) {
    await page.goto(route);
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await screen(page, 'Welcome to Lodestar');
  }
});
