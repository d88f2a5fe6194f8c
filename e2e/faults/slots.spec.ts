import { PublishedFiles } from 'gateway/registry/published';
import { publishedFolder } from 'gateway/registry/registry';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { openAdmissionSurvey, screen, STEPS_TO_ADMISSION_SURVEY as storySteps } from '../support/screens/screens.ts';
import { serveElsewhere } from './elsewhere.ts';
import { ANSWERS, activeOf, MISSING, SAID } from './faults.ts';
import { expectApology, SLOTS } from './slots.ts';

test(
  'a remote that fails to load does not break the next slot',
  JOURNEY,
  async ({ page, context, stack, signIn, problems }) => {
    problems.allow(...SAID);
    await signIn('patient', { storySteps });
    const undo = await MISSING.happen({ stack, context, remote: 'records', part: 'entry' });
    const tabs = page.getByRole('navigation', { name: 'Profile sections' });
    const apology = page.getByText('Your results can’t be shown just now');
    await page.goto('/profile/1/results');
    await expect(apology).toBeVisible();
    await tabs.getByRole('link', { name: 'Events' }).click();
    await screen(page, 'My Events');
    await expect(apology).toHaveCount(0);
    await tabs.getByRole('link', { name: 'Results' }).click();
    await expect(apology).toBeVisible();
    await undo();
    await page.getByRole('button', { name: 'Try again' }).click();
    await screen(page, 'My Results');
  },
);

test('a remote without a hash in the registry never runs', JOURNEY, async ({ page, stack, signIn, problems }) => {
  problems.allow(...SAID);
  await signIn('patient', { storySteps });
  const manifest = await new PublishedFiles(stack.deployRoot).remote('records', activeOf(stack, 'records'));
  // The gateway itself refuses such a registry, so this emulates an attacker on the network who removes the hash.
  const hash = /("manifest":\s*"\/remotes\/records\/[^"]*"),\s*"integrity":\s*"[^"]*"/g;
  const onTheWay = /\/profile\/1\/results$|\/registry\.json$/;
  await page.route(onTheWay, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    expect(text).toMatch(hash);
    await route.fulfill({ response, body: text.replaceAll(hash, '$1') });
  });
  const apology = page.getByText('Your results can’t be shown just now');
  await page.goto('/profile/1/results');
  await expect(apology).toBeVisible();
  expect(problems.all().join('\n')).toContain('[remote] REGISTRY_INVALID');
  const asked = page.waitForResponse('**/registry.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(apology).toBeVisible();
  const hasRun = await page.evaluate((container) => Reflect.has(globalThis, container), manifest?.container ?? '');
  expect(hasRun).toBe(false);

  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await screen(page, 'My Results');
});

// The screen is in a separate chunk, which is preloaded when the page is opened at its URL.
test('everything of a remote fails: one press of "Try again" recovers', async ({ page, context, stack, problems }) => {
  problems.allow(...SAID);
  const everything = `${stack.url}/remotes/onboarding/**`;
  for (const [name, answer] of Object.entries(ANSWERS)) {
    await test.step(name, async () => {
      await context.route(everything, answer);
      await page.goto('/onboarding/login', { waitUntil: 'commit' });
      await expectApology(page, SLOTS.onboarding);
      await context.unroute(everything);
      await page.evaluate(() => Reflect.set(globalThis, '__samePage', true));
      await page.getByRole('button', { name: 'Try again' }).click();
      await screen(page, 'Please Sign In');
      await expect(page.getByText(SLOTS.onboarding.apology), name).toHaveCount(0);
      expect(await page.evaluate(() => Reflect.get(globalThis, '__samePage')), name).toBe(true);
    });
  }
});

test('a remote on another origin recovers when its server starts', async ({ page, stack, signIn, problems }) => {
  problems.allow(...SAID);
  await signIn('patient', { storySteps });
  const { older } = stack.builds.remotes.surveys;
  const elsewhere = await serveElsewhere(publishedFolder(stack.deployRoot, 'surveys', older));
  await stack.changeRegistry(({ origins, remotes }) => {
    origins.push(elsewhere.origin);
    const entry = remotes.surveys;
    const published = entry?.versions[older];
    if (!entry || !published) return;
    entry.active = older;
    published.manifest = `${elsewhere.origin}/remote.json`;
  });
  try {
    await page.goto('/profile/1/events');
    await page.getByRole('link', { name: /How was your admission\?/ }).click();
    await expect(page.getByText('This survey can’t be shown just now')).toBeVisible();
    expect(problems.all().join('\n')).toContain(`[remote] MANIFEST_UNAVAILABLE surveys@${older}`);

    await elsewhere.start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Send feedback' })).toBeVisible();
    await page.goto('/profile/1/events');
    await openAdmissionSurvey(page);
  } finally {
    await elsewhere.stop();
  }
});
