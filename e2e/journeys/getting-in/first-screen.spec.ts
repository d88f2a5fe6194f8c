import type { Locator, Page } from 'playwright/test';
import { expect, JOURNEY, test } from '../../support/fixtures.ts';
import { ACCOUNTS, PASSWORD } from '../../support/hospital/api.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { LATE_USE } from '../../support/phone/problems.ts';
import { holdScripts, recordRequests, textLanguagesIn } from '../../support/phone/traffic.ts';
import { violations } from '../../support/screens/axe.ts';
import { fill, screen } from '../../support/screens/screens.ts';

test.use(MOVING);

const WELCOME = '/onboarding/welcome';
const LOGIN = '/onboarding/login';

const HEADINGS = {
  [WELCOME]: { 'en-CA': 'Welcome to Lodestar', 'fr-CA': 'Bienvenue à Lodestar' },
  [LOGIN]: { 'en-CA': 'Please Sign In', 'fr-CA': 'Veuillez ouvrir une session' },
} as const;

const PATHS = [WELCOME, LOGIN] as const;
const LOCALES = ['en-CA', 'fr-CA'] as const;

// Scripts are held back, so the browser warns that they are late.
test.beforeEach(({ problems }) => problems.allow(LATE_USE));

/** Opens a path and resolves when the prerendered screen is painted, while all scripts are held back. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('#first-screen h1').waitFor();
  await page.evaluate(() => document.fonts.ready);
  return release;
}

const copy = (page: Page) => page.locator('#first-screen');
/** Resolves when the page has been parsed as far as the prerendered screen's end. */
const parsed = (page: Page) => page.locator('#stuck').waitFor({ state: 'attached' });

/** Lets the scripts go on and resolves when the real screen has taken over. */
async function takeOver(page: Page, release: () => void): Promise<void> {
  release();
  await copy(page).waitFor({ state: 'detached' });
}

/** Returns where the visible texts and controls of the screen are, in pixels, and what each says. */
const places = (page: Page) =>
  page.evaluate(() => {
    const within = document.getElementById('first-screen') ?? document.getElementById('root');
    const elements = [...(within?.querySelectorAll('h1, p, a, button, input, label, main') ?? [])];
    return elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.tagName, element.textContent, x, y, width, height].join(' ');
    });
  });

/** Layout shifts since the page was opened, and the areas of its largest paints in pixels. */
interface Seen {
  shifts: number[];
  largest: number[];
}

const record = (page: Page) =>
  page.addInitScript(() => {
    const seen: Seen = { shifts: [], largest: [] };
    Object.assign(globalThis, { seen });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, size } = entry as PerformanceEntry & { value: number; size: number };
        if (entry.entryType === 'layout-shift') seen.shifts.push(value);
        else seen.largest.push(size);
      }
    });
    for (const type of ['layout-shift', 'largest-contentful-paint']) observer.observe({ type, buffered: true });
  });

const seenBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** The theme comes from the same style sheet in each language, so each is checked in one of them. */
const THEMES = { 'en-CA': 'light', 'fr-CA': 'dark' } as const;

for (const locale of LOCALES)
  test.describe(() => {
    test.use({ locale, colorScheme: THEMES[locale] });

    test(`prerendered screens in ${locale} are painted once, before any script, and do not move`, async ({ page }) => {
      await record(page);
      for (const path of PATHS) {
        const release = await openHeld(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path][locale]);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page).toHaveTitle(`${HEADINGS[path][locale]} · Lodestar`);
        expect(await violations(page)).toEqual([]);
        const before = await places(page);
        const picture = await page.screenshot();
        const { largest } = await seenBy(page);
        expect(largest).not.toEqual([]);
        await takeOver(page, release);
        expect(await places(page)).toEqual(before);
        // Compared here: a report on bytes would take minutes.
        expect(picture.equals(await page.screenshot())).toBe(true);
        await expect(page.locator('main')).toHaveCount(1);
        await expect(page).toHaveTitle(`${HEADINGS[path][locale]} · Lodestar`);
        expect(await seenBy(page)).toEqual({ shifts: [], largest });
      }
    });
  });

test('scripts that arrive before the copy is painted run after that', async ({ page }) => {
  await page.addInitScript(() => {
    // Scripts run after a second in any case, and a slow machine may paint later.
    const { setTimeout: later } = globalThis;
    Object.assign(globalThis, { setTimeout: (work: () => void, ms = 0) => later(work, ms < 1_000 ? ms : 60_000) });
    // The first thing that the shell's files do is to read or make this list.
    let chunks: unknown;
    Object.defineProperty(globalThis, 'webpackChunklodestar_shell', {
      configurable: true,
      get() {
        performance.mark('scripts ran');
        return chunks;
      },
      set(list) {
        chunks = list;
      },
    });
  });
  await page.goto(WELCOME);
  await copy(page).waitFor({ state: 'detached' });
  const [paint, run] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance.getEntriesByName('scripts ran')[0]?.startTime ?? Number.NaN,
  ]);
  expect(run).toBeGreaterThan(paint);
});

test('a form filled in before the scripts arrive keeps text and focus, and is sent', JOURNEY, async ({ page }) => {
  const release = await openHeld(page, LOGIN);
  await page.getByLabel('Email').fill(ACCOUNTS.patient.email);
  await page.getByLabel('Password', { exact: true }).pressSequentially('Demo-pas1');
  await page.keyboard.press('ArrowLeft');
  await takeOver(page, release);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('s');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Demo-pass1');
  await expect(page.getByLabel('Email')).toHaveValue(ACCOUNTS.patient.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
});

test('a link or form that is used before the scripts arrive works once they have', async ({ page }) => {
  const openLink = await openHeld(page, WELCOME);
  await page.getByRole('link', { name: 'Get started' }).tap();
  expect(new URL(page.url()).pathname).toBe(WELCOME);
  openLink();
  await screen(page, 'Your hospital journey, in one place');

  const send = await openHeld(page, LOGIN);
  await fill(page, { Email: ACCOUNTS.patient.email, Password: PASSWORD });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/onboarding\/login$/);
  send();
  await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
});

/** Ways to press a control, in two parts. */
const PRESSES: Record<string, (page: Page, control: Locator) => Promise<() => Promise<void>>> = {
  mouse: async (page, control) => {
    await control.hover();
    await page.mouse.down();
    return () => page.mouse.up();
  },
  finger: async (page, control) => {
    const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const devtools = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    return async () => void (await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }));
  },
  'space bar': async (page, control) => {
    await control.focus();
    await page.keyboard.down('Space');
    return () => page.keyboard.up('Space');
  },
};

for (const [what, begin] of Object.entries(PRESSES))
  test(`a press with the ${what} during the take-over counts`, async ({ page, stopClock }) => {
    await page.clock.install();
    const release = await openHeld(page, LOGIN);
    await fill(page, { Email: ACCOUNTS.patient.email, Password: PASSWORD });
    // The page waits 2 s for the end of a press; the scripts of a busy machine may take longer.
    await stopClock();
    const end = await begin(page, page.getByRole('button', { name: 'Login' }));
    release();
    await page.locator('#root h1').waitFor({ state: 'attached' });
    await end();
    await page.clock.resume();
    await expect(page).toHaveURL(/\/onboarding\/patient-complete$/);
  });

test('a press whose end the browser never tells does not keep the real screen away', async ({ page }) => {
  const release = await openHeld(page, LOGIN);
  await page.getByRole('button', { name: 'Login' }).hover();
  await page.mouse.down();
  await takeOver(page, release);
  await page.mouse.up();
});

test('a signed-in person never sees the visitor’s screen', JOURNEY, async ({ page, signIn }) => {
  await signIn('patient');
  const addresses = recordRequests(page);
  const release = await holdScripts(page);
  await page.goto(WELCOME, { waitUntil: 'commit' });
  await parsed(page);
  await expect(copy(page)).toBeHidden();
  release();
  await screen(page, /^Good (morning|afternoon|evening), Jordan$/);
  expect(textLanguagesIn(addresses)).toEqual([]);
});

test.describe(() => {
  test.use({ locale: 'ar' });

  // Only a build has a file of texts per language.
  test('welcome and home fetch the texts in the reader’s language, and in no other', async ({ page, signIn }) => {
    const addresses = recordRequests(page);
    await page.goto(WELCOME);
    await copy(page).waitFor({ state: 'detached' });
    expect(textLanguagesIn(addresses)).toEqual(['ar']);
    await signIn('patient', { storySteps: 0 });
    addresses.length = 0;
    await page.goto('/app');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Jordan');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect(textLanguagesIn(addresses)).toEqual(['ar']);
  });
});

test('French on the welcome screen persists, also in the prerendered screen', JOURNEY, async ({ page }) => {
  await page.goto(WELCOME);
  await copy(page).waitFor({ state: 'detached' });
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await page.getByLabel('Language').selectOption('fr');
  await screen(page, 'Bienvenue à Lodestar');
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
  const cookies = async () => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
  await expect.poll(cookies).toContain('lodestar-language=fr');
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenue à Lodestar');
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
  await takeOver(page, release);
  await page.getByRole('link', { name: 'Commencer' }).click();
  await screen(page, 'Votre parcours à l’hôpital, au même endroit');
});

test('a page whose scripts fail shows a message instead', JOURNEY, async ({ page, problems }) => {
  problems.allow(/ERR_FAILED/);
  await page.route(/\/shell\/.*\.js$/, (route) => route.abort());
  await page.goto(WELCOME);
  await expect(page.getByText(/^This page could not be started/)).toBeVisible();
  await expect(copy(page)).toHaveCount(0);
});

test(
  'without scripts, screens can be read and passwords stay out of the address',
  JOURNEY,
  async ({ browser, stack }) => {
    for (const locale of LOCALES) {
      const context = await browser.newContext({ javaScriptEnabled: false, locale });
      const page = await context.newPage();
      for (const path of PATHS) {
        await page.goto(`${stack.url}${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path][locale]);
        const lines = page.locator('noscript p');
        await expect(lines).toHaveText([
          'Lodestar needs JavaScript. Please turn it on in your browser.',
          'Lodestar a besoin de JavaScript. Veuillez l’activer dans votre navigateur.',
        ]);
        for (const line of await lines.all()) expect((await line.boundingBox())?.y).toBeLessThan(200);
      }
      const password = page.locator('input[type=password]');
      await password.fill(PASSWORD);
      await password.press('Enter');
      await page.locator('button[type=submit]').click();
      expect(page.url()).toBe(`${stack.url}${LOGIN}`);
      await context.close();
    }
  },
);
