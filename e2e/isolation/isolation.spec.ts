import type { Page } from 'playwright/test';
import { JOURNEY } from '../support/fixtures.ts';
import {
  ADMISSION_SURVEY,
  openAdmissionSurvey,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens/screens.ts';
import { expect, guestOf, openHelp, openWhatever, test } from './fixtures.ts';
import { FORGERY, TAMPERING } from './programs/harm.ts';
import { CODE, DOCUMENTS, STORES } from './programs/reads.ts';
import { CALLS, ELEMENTS, NAVIGATIONS } from './programs/ways-out.ts';
import { plantedOn, plantSecrets, useSecrets } from './secrets.ts';
import { tapBeside } from './taps.ts';

const READS = { ...STORES, ...DOCUMENTS, ...CODE };
const WAYS_OUT = { ...CALLS, ...ELEMENTS };

const isWebRTC = (name: string) => name.includes('WebRTC');

/** Every sign of a tampered page, in the order they are checked. */
const SIGNS = [
  'fetch',
  'objects',
  'lists',
  'promises',
  'integrity',
  'storage',
  'cookie',
  'cover',
  'address',
  'outlived',
];

/** Returns the signs of tampering found in a page. */
const tampered = (page: Page) =>
  page.evaluate(() => {
    const signs: Record<string, boolean> = {
      fetch: !String(fetch).includes('native code'),
      objects: 'tampered' in {} || 'tamperedFromBelow' in {},
      lists: !String([].map).includes('native code'),
      promises: !String(Promise.prototype.finally).includes('native code'),
      integrity: globalThis.__lodestarIntegrity?.('/') === 'tampered',
      storage: localStorage.getItem('tampered') !== null,
      cookie: document.cookie.includes('tampered'),
      cover: document.querySelector('.tampered-cover') !== null,
      address: location.pathname === '/tampered',
      outlived: 'outlived' in globalThis,
    };
    return Object.keys(signs).filter((name) => signs[name]);
  });

/** Returns what each program found, if the test can access the place where it runs. */
const looted = async (where: Pick<Page, 'evaluate'>) =>
  (await where.evaluate(() => Reflect.get(globalThis, 'looted') ?? {})) as Record<string, string>;

/** Opens the survey in the page itself and uses the secrets meanwhile. */
async function openSurvey(page: Page): Promise<void> {
  await page.goto('/profile/1/events');
  await useSecrets(plantedOn(page));
  await openAdmissionSurvey(page);
  await useSecrets(plantedOn(page));
}

/** Repeats what the product does after a survey: reconnects, refetches everything and shows an event. */
async function goOn(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await page.getByRole('link', { name: 'Results' }).click();
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('link', { name: /Marker20Quokka/ }).click();
  await screen(page, /Marker20Quokka/);
}

const countSecrets = (loot: Record<string, string>, secrets: string[]) =>
  Object.fromEntries(
    Object.entries(loot).map(([name, text]) => [name, secrets.filter((secret) => text.includes(secret)).length]),
  );

/** Waits for a full round trip to the server, so that a program's last request has arrived. */
const settled = (page: Page) => page.evaluate(() => fetch('/config.json').then((answer) => answer.text()));

/** Programs that are harmless even without the frame, with the reason: only the isolated test covers them. */
const NEVER_WITHOUT: Readonly<Record<string, string>> = {
  'reads a page of the product in a frame': 'no page of the product may be shown in a frame: X-Frame-Options',
  'imports a module': 'Integrity-Policy: no script without a hash, which import() can not have',
  'asks for a script': 'Integrity-Policy: no script without a hash',
  'asks for a module': 'Integrity-Policy: no script without a hash',
  'asks for a module ahead': 'Integrity-Policy: no script without a hash, asked for ahead either',
  'asks for an icon': 'a Chromium without windows shows no icons and asks for none',
  'asks for a manifest': 'a Chromium without windows asks for the manifest only where it may be installed',
  'asks for a name ahead': 'asks no server that the test could see: that no link can be made is looked at instead',
  'connects ahead': 'asks for no path: a connection does not say which program opened it',
};

test.describe('a guest in its frame', () => {
  test(
    'a guest reaches none of 100 secrets and no server',
    JOURNEY,
    async ({ page, stack, signIn, attacker, publish }, testInfo) => {
      const token = await signIn('patient', { storySteps });
      await publish({ ...READS, ...WAYS_OUT });
      await page.goto('/profile/1/events');
      const secrets = await plantSecrets(plantedOn(page), stack, token);
      expect(new Set(secrets).size).toBe(100);
      await openWhatever(page);
      await screen(page, ADMISSION_SURVEY);
      await useSecrets(plantedOn(page));
      await settled(page);

      await tapBeside(page, testInfo, 'looks for secrets and ways out');
      const lootOfGuest = async () => countSecrets(await looted(guestOf(page) ?? page), secrets);
      await expect.poll(lootOfGuest).toHaveProperty('reads its document', 0);
      const found = Object.entries(await lootOfGuest());
      expect(found.filter(([, count]) => count > 0)).toEqual([]);
      expect(await guestOf(page)?.locator('link, iframe, object, embed, meta[http-equiv]').count()).toBe(0);
      await goOn(page);
      await settled(page);
      expect(await looted(page)).toEqual({});
      expect([attacker.reachedBy(), attacker.datagrams, attacker.connections]).toEqual([[], 0, 0]);
    },
  );

  test('a guest cannot change the page, which keeps working', async ({ page, meet }, testInfo) => {
    await meet(TAMPERING);
    await screen(page, ADMISSION_SURVEY);
    await expect.poll(() => guestOf(page)).toBeDefined();
    expect(await tampered(page)).toEqual([]);
    await tapBeside(page, testInfo, 'tampers with the page');
    await openHelp(page);
    await expect.poll(() => page.frames()).toHaveLength(1);
    expect(await tampered(page)).toEqual([]);
  });

  for (const [name, program] of Object.entries(FORGERY)) {
    test(`submits only its own survey's answers when it ${name}`, async ({ page, stack, meet }, testInfo) => {
      const before = await stack.receipts();
      await meet({ [name]: program });
      await screen(page, ADMISSION_SURVEY);
      await settled(page);
      expect(await tampered(page)).toEqual([]);
      expect(await stack.receipts()).toHaveLength(before.length);
      await tapBeside(page, testInfo, name, false);
      await openHelp(page);
    });
  }

  for (const [name, program] of Object.entries(NAVIGATIONS)) {
    test(`does not navigate when it ${name}`, async ({ page, context, attacker, meet }) => {
      await meet({ [name]: program });
      await screen(page, ADMISSION_SURVEY);
      await settled(page);
      expect(attacker.reachedBy()).not.toContain(name);
      expect(context.pages()).toHaveLength(1);
      await page.getByRole('link', { name: 'Results' }).click();
      await screen(page, 'My Results');
    });
  }
});

test.describe('the same programs without isolation', () => {
  // Mounts the survey directly in the page without a policy, to show that each program would work.
  test.use({ bypassCSP: true });

  test('find the secrets and reach the server', async ({ page, stack, signIn, attacker, publish }) => {
    const token = await signIn('patient', { storySteps });
    await publish({ ...READS, ...WAYS_OUT }, 'trusted');
    await page.goto('/profile/1/events');
    const secrets = await plantSecrets(plantedOn(page), stack, token);
    await openSurvey(page);
    // Each program calls once, and a call that is still pending would be lost when the network is interrupted.
    const called = () => {
      const reached = [...attacker.reachedBy(), ...(attacker.datagrams > 0 ? Object.keys(CALLS).filter(isWebRTC) : [])];
      return Object.keys(WAYS_OUT).filter((name) => !reached.includes(name) && !(name in NEVER_WITHOUT));
    };
    await expect.poll(called).toEqual([]);
    await goOn(page);
    const reads = Object.keys(READS);
    const found = async () => {
      // The listening programs may have started after the secrets were last used.
      await useSecrets(plantedOn(page));
      const counts = countSecrets(await looted(page), secrets);
      return reads.filter((name) => !counts[name] && !(name in NEVER_WITHOUT));
    };
    await expect.poll(found).toEqual([]);
  });

  test('change the page', async ({ page, meet }) => {
    await meet(TAMPERING, 'trusted');
    await expect.poll(() => tampered(page)).toEqual(SIGNS);
  });
});
