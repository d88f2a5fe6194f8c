import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { countRenderers, renderers } from '../support/renderers.ts';
import {
  openAdmissionSurvey,
  runningScreen,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens.ts';

/** Texts that every copy of a library contains, however it was minified. */
const MARKS = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': 'rendererPackageName:"react-dom"',
  'styled-components': 'data-styled-version',
  'store (zustand)': 'getInitialState:',
};

interface Script {
  url: string;
  text: string;
}

/** Records every script that the page runs, with its text. */
function recordScripts(page: Page): Promise<Script>[] {
  const scripts: Promise<Script>[] = [];
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script' && response.url().endsWith('.js');
    if (!isScript) return;
    const script = response.text().then((text) => ({ url: response.url(), text }));
    // A response that is still pending when the test ends fails for that reason only.
    script.catch(() => undefined);
    scripts.push(script);
  });
  return scripts;
}

/** Visits screens of the shell and of all remotes that a signed-in user sees. */
async function visitAllRemotes(page: Page): Promise<void> {
  await page.goto('/profile/1/events');
  await openAdmissionSurvey(page);
  const tabs = page.getByRole('navigation', { name: 'Profile sections' });
  await tabs.getByRole('link', { name: 'Results' }).click();
  await screen(page, 'My Results');
  await tabs.getByRole('link', { name: 'Care Plans' }).click();
  await screen(page, 'My Care Plans');
}

test('shell and remotes share one React, one styled-components and one store', JOURNEY, async ({ page, signIn }) => {
  await countRenderers(page);
  const scripts = recordScripts(page);
  await signIn('patient', { storySteps });
  await visitAllRemotes(page);

  expect(await renderers(page)).toHaveLength(1);
  expect(await page.evaluate(() => document.querySelectorAll('style[data-styled]').length)).toBe(1);

  const loaded = await Promise.all(scripts);
  const remotes = new Set(loaded.map(({ url }) => /\/remotes\/([^/]+)\//.exec(url)?.[1]).filter(Boolean));
  expect([...remotes].sort()).toEqual(['records', 'surveys', 'timeline']);
  for (const [library, mark] of Object.entries(MARKS)) {
    const copies = loaded.flatMap(({ url, text }) => text.split(mark).slice(1).fill(new URL(url).pathname));
    expect(copies, library).toEqual([expect.stringMatching(/^\/shell\//)]);
  }
});

test('onboarding does not bundle a copy of them either', async ({ page }) => {
  await countRenderers(page);
  const scripts = recordScripts(page);
  await page.goto('/onboarding/login');
  await runningScreen(page, 'Please Sign In');
  expect(await renderers(page)).toHaveLength(1);
  const own = (await Promise.all(scripts)).filter(({ url }) => url.includes('/remotes/onboarding/'));
  expect(own.length).toBeGreaterThan(1);
  for (const [library, mark] of Object.entries(MARKS)) {
    expect(
      own.filter(({ text }) => text.includes(mark)).map(({ url }) => url),
      library,
    ).toEqual([]);
  }
});

test('shell immediately shows what a remote changes in the store', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: 1 });
  await page.goto('/app/settings');
  await screen(page, 'User Settings');
  const shellsHome = page.getByRole('banner').getByRole('link').nth(1);
  await expect(shellsHome).toHaveAccessibleName('Home');

  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(shellsHome).toHaveAccessibleName('Accueil');
  await page.getByRole('radio', { name: 'Sombre' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('event that was opened in the timeline no longer counts in the shell', async ({ page, signIn }) => {
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  const profile = page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name: /Jordan Avery/ });
  const count = async () => Number.parseInt((await profile.getByText(/needs? attention/).textContent()) ?? '', 10);
  await expect.poll(count).toBeGreaterThan(1);
  const before = await count();

  await page.getByRole('link', { name: /Admitted/ }).click();
  await screen(page, 'Admitted');
  await page.getByRole('button', { name: 'Close' }).click();
  await screen(page, /^Good /);
  await expect.poll(count).toBe(before - 1);
});
