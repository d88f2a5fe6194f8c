import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { countRenderers, renderers } from '../support/phone/traffic.ts';
import {
  openAdmissionSurvey,
  runningScreen,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens/screens.ts';

/** Texts that every copy of a library contains, however it was minified. */
const MARKS = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': 'rendererPackageName:"react-dom"',
  'react-router-dom': '__reactRouterVersion',
  'styled-components': 'data-styled-version',
  zustand: 'getInitialState:',
  ky: 'KyError',
  formik: 'setFieldTouched',
  yup: 'notOneOf',
  'lottie-react': 'goToAndStop',
  '@zxing/browser': 'decodeFromConstraints',
  '@module-federation/enhanced': '__FEDERATION__',
  'workbox-precaching': 'workbox:precaching',
  'workbox-routing': 'workbox:routing',
};
/** Libraries of which a page has one copy, in the shell. */
const SHARED = ['react', 'react-dom', 'styled-components', 'zustand'] as const;

test('each package of the design is in the build that needs it', async ({ stack }) => {
  const { shell, remotes } = await stack.registry();
  for (const [name, mark] of Object.entries(MARKS)) {
    const isScanner = name === '@zxing/browser';
    const folder = isScanner ? `remotes/onboarding/${remotes.onboarding?.active}` : `shell/${shell?.active}`;
    const scripts = globSync('*.js', { cwd: join(stack.deployRoot, folder) });
    const holders = scripts.filter((file) => readFileSync(join(stack.deployRoot, folder, file), 'utf8').includes(mark));
    expect(holders, `no script in ${folder} contains "${mark}"`).not.toEqual([]);
  }
});

/** Records the addresses of all scripts that the page runs. */
function recordScripts(page: Page): Set<string> {
  const urls = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.url().endsWith('.js')) urls.add(response.url());
  });
  return urls;
}

/** Reads scripts from the server: the browser drops the text of a response when its page is left. */
const readScripts = (page: Page, urls: Set<string>): Promise<{ url: string; text: string }[]> =>
  Promise.all([...urls].map(async (url) => ({ url, text: await (await page.request.get(url)).text() })));

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
  await page.goto('/onboarding/login');
  await runningScreen(page, 'Please Sign In');
  expect(await renderers(page)).toHaveLength(1);
  const ofOnboarding = await readScripts(page, scripts);
  scripts.clear();
  await signIn('patient', { storySteps });
  await visitAllRemotes(page);
  expect(await renderers(page)).toHaveLength(1);
  expect(await page.evaluate(() => document.querySelectorAll('style[data-styled]').length)).toBe(1);

  const ofApp = await readScripts(page, scripts);
  for (const [loaded, remotes] of [
    [ofOnboarding, ['onboarding']],
    [ofApp, ['records', 'surveys', 'timeline']],
  ] as const) {
    const found = new Set(loaded.map(({ url }) => /\/remotes\/([^/]+)\//.exec(url)?.[1]).filter(Boolean));
    expect([...found].sort()).toEqual(remotes);
    for (const library of SHARED) {
      const copies = loaded.flatMap(({ url, text }) => text.split(MARKS[library]).slice(1).fill(new URL(url).pathname));
      expect(copies, library).toEqual([expect.stringMatching(/^\/shell\//)]);
    }
  }
});
