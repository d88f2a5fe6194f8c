import type { Page } from 'playwright/test';
import type { Trust } from 'shared-ui/contract';
import { publishBuilt } from '../../shell/gateway/publisher.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { keyOf } from '../support/keys.ts';
import { Problems } from '../support/problems.ts';
import {
  ADMISSION_SURVEY,
  openAdmissionSurvey,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens.ts';
import { Attacker } from './attacker.ts';
import { writeGuest } from './guest.ts';
import { FORGERY, TAMPERING } from './programs/harm.ts';
import type { Programs } from './programs/program.ts';
import { CODE, DOCUMENTS, STORES } from './programs/reads.ts';
import { CALLS, ELEMENTS, NAVIGATIONS } from './programs/ways-out.ts';
import { plantSecrets, useSecrets } from './secrets.ts';

interface Fixtures {
  /** Publishes a survey that runs these programs; the next page that shows a survey gets it. */
  publish(programs: Programs, trust?: Trust): Promise<void>;
}

/** Versions are told apart by their last number. */
let published = 0;

const test = base.extend<Fixtures & { attacker: Attacker }>({
  // What is stopped here is said on the console, violations of policies above all: that is what these tests are about.
  problems: async ({ browserName: _any }, use) => use(new Problems()),
  attacker: async ({ browserName: _any }, use) => {
    const attacker = await Attacker.start();
    await use(attacker);
    await attacker.stop();
  },
  publish: async ({ stack, attacker }, use, testInfo) => {
    await use(async (programs, trust = 'guest') => {
      published += 1;
      const version = `66.${testInfo.workerIndex}.${published}`;
      const folder = testInfo.outputPath(`guest-${published}`);
      await writeGuest(folder, version, programs, attacker);
      const signed = trust === 'house' ? { key: await keyOf('surveys') } : {};
      await publishBuilt(stack.deployRoot, folder, {}, signed);
    });
  },
});

const READS = { ...STORES, ...DOCUMENTS, ...CODE };
const WAYS_OUT = { ...CALLS, ...ELEMENTS };

const guestOf = (page: Page) => page.frames().find((frame) => frame.url().includes('/guest/'));

const isWebRTC = (name: string) => name.includes('WebRTC');

/** Every sign of a page that was changed, in the order in which they are looked for. */
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

/** What of a page is not as the product left it. */
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

/** What each program has found, as far as the test can see into where it runs. */
const looted = async (where: Pick<Page, 'evaluate'>) =>
  (await where.evaluate(() => Reflect.get(globalThis, 'looted') ?? {})) as Record<string, string>;

/** Opens the survey on the page itself; what happens on a page meanwhile, happens. */
async function openSurvey(page: Page): Promise<void> {
  await page.goto('/profile/1/events');
  await useSecrets(page);
  await openAdmissionSurvey(page);
  await useSecrets(page);
}

/** Opens the survey from the list of events, whatever then becomes of the page. */
async function openWhatever(page: Page): Promise<void> {
  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: ADMISSION_SURVEY }).click();
}

/** What the product does after a survey is left: it asks for results and events, and shows one. */
async function goOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Results' }).click();
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('link', { name: /Marker20Quokka/ }).click();
  await screen(page, /Marker20Quokka/);
}

/** The page answers a tap: its menu opens, and leads on. */
async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Help & Support' }).click();
  await screen(page, 'Help & Support');
}

const countSecrets = (loot: Record<string, string>, secrets: string[]) =>
  Object.fromEntries(
    Object.entries(loot).map(([name, text]) => [name, secrets.filter((secret) => text.includes(secret)).length]),
  );

/** Gives a program's last call the time of a whole exchange to arrive. */
const settled = (page: Page) => page.evaluate(() => fetch('/config.json').then((answer) => answer.text()));

/** Those that Chromium stops on any of the product's pages, or that leave nothing to see: they are shown to fail isolated only. */
const NEVER_WITHOUT: readonly string[] = [
  'reads a page of the product in a frame',
  'listens to what the page reads',
  'imports a module',
  'asks for a script',
  'asks for a module',
  'asks for a module ahead',
  'asks for an icon',
  'asks for a manifest',
  'connects ahead',
];

test.describe('a guest in its frame', () => {
  test('reaches none of 100 secrets and no server by any of its programs', async ({
    page,
    stack,
    signIn,
    attacker,
    publish,
  }) => {
    const token = await signIn('patient', { storySteps });
    await publish({ ...READS, ...WAYS_OUT, ...TAMPERING, ...FORGERY });
    await page.goto('/profile/1/events');
    const secrets = await plantSecrets(page, stack, token);
    expect(new Set(secrets).size).toBe(100);
    await openWhatever(page);
    await screen(page, ADMISSION_SURVEY);
    await useSecrets(page);
    await settled(page);

    // A guest that tries so much may have been taken away by now.
    const guest = guestOf(page);
    const counts = guest ? countSecrets(await looted(guest).catch(() => ({})), secrets) : {};
    expect(Object.keys(counts).filter((name) => counts[name])).toEqual([]);
    await goOn(page);
    await settled(page);
    expect(await looted(page)).toEqual({});
    expect([attacker.reachedBy(), attacker.datagrams, attacker.connections]).toEqual([[], 0, 0]);
  });

  test('changes nothing of the page, which goes on as before', async ({ page, signIn, publish }) => {
    await signIn('patient', { storySteps });
    await publish(TAMPERING);
    await openWhatever(page);
    await screen(page, ADMISSION_SURVEY);
    await expect.poll(() => guestOf(page)).toBeDefined();
    expect(await tampered(page)).toEqual([]);
    await openHelp(page);
    await expect.poll(() => page.frames()).toHaveLength(1);
    expect(await tampered(page)).toEqual([]);
  });

  for (const [name, program] of Object.entries(FORGERY)) {
    test(`gets nothing but its own survey's answers sent when it ${name}`, async ({ page, stack, signIn, publish }) => {
      await signIn('patient', { storySteps });
      const before = await stack.receipts();
      await publish({ [name]: program });
      await openWhatever(page);
      await screen(page, ADMISSION_SURVEY);
      await settled(page);
      expect(await tampered(page)).toEqual([]);
      expect(await stack.receipts()).toHaveLength(before.length);
      await openHelp(page);
    });
  }

  for (const [name, program] of Object.entries(NAVIGATIONS)) {
    test(`leads nowhere when it ${name}`, async ({ page, context, signIn, attacker, publish }) => {
      await signIn('patient', { storySteps });
      await publish({ [name]: program });
      await openWhatever(page);
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
  // As a survey was mounted before, with a policy that hinders nothing: each program is one that would work.
  test.use({ bypassCSP: true });

  test('find the secrets, and call the server', async ({ page, stack, signIn, attacker, publish }) => {
    const token = await signIn('patient', { storySteps });
    await publish({ ...READS, ...WAYS_OUT }, 'house');
    await page.goto('/profile/1/events');
    const secrets = await plantSecrets(page, stack, token);
    await openSurvey(page);
    await goOn(page);
    const reads = Object.keys(READS);
    const found = async () => {
      const counts = countSecrets(await looted(page), secrets);
      return reads.filter((name) => !counts[name] && !NEVER_WITHOUT.includes(name));
    };
    await expect.poll(found).toEqual([]);
    const called = () => {
      const reached = [...attacker.reachedBy(), ...(attacker.datagrams > 0 ? Object.keys(CALLS).filter(isWebRTC) : [])];
      return Object.keys(WAYS_OUT).filter((name) => !reached.includes(name) && !NEVER_WITHOUT.includes(name));
    };
    await expect.poll(called).toEqual([]);
  });

  test('change the page', async ({ page, signIn, publish }) => {
    await signIn('patient', { storySteps });
    await publish(TAMPERING, 'house');
    await openWhatever(page);
    await expect.poll(() => tampered(page)).toEqual(SIGNS);
  });
});
