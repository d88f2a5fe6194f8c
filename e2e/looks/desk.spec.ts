import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { enterAs } from '../support/people/viewer.ts';
import { STILL } from '../support/phone/browser.ts';
import { walkByKeyboard } from '../support/phone/keyboard.ts';
import { violations } from '../support/screens/axe.ts';
import { tooWide } from '../support/screens/narrow.ts';
import { changeSettings, PICTURES, photograph } from '../support/screens/photograph.ts';
import { SCREENS, STATES } from './desk.ts';
import { eachState } from './reach.ts';

const SIZES = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
} as const;

type Variant = readonly [size: keyof typeof SIZES, locale: 'en' | 'fr', theme: 'LIGHT' | 'DARK'];

/** Covers every pair of size, language and theme at least once. */
const PAIRS: Variant[] = [
  ['narrow', 'en', 'LIGHT'],
  ['wide', 'en', 'DARK'],
  ['narrow', 'fr', 'DARK'],
  ['wide', 'fr', 'LIGHT'],
];

/** Covers every size, language and theme, for states that change a part of a screen. */
const FEW: Variant[] = [
  ['wide', 'en', 'LIGHT'],
  ['narrow', 'fr', 'DARK'],
];

/** Additional variants that are only photographed. */
const PHOTOGRAPHED: Variant[] = [
  ['phone', 'en', 'LIGHT'],
  ['phone', 'en', 'DARK'],
  ['phone', 'fr', 'LIGHT'],
];

async function show(page: Page, [size, locale, theme]: Variant): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await changeSettings(page, { locale, theme });
  await page.waitForFunction(
    ([tag, look]) => document.documentElement.lang === tag && document.querySelector(`[data-theme="${look}"]`) !== null,
    [`${locale}-CA`, theme.toLowerCase()] as const,
  );
  await page.locator('h1').first().waitFor();
}

// Stops the waiting animations, so that a picture shows the final state.
test.use(STILL);

for (const usual of SCREENS) {
  test(`desk: ${usual.name} can be used by every person, by keyboard, on a phone and a wide screen, in both languages`, async ({
    page,
    world,
  }) => {
    await enterAs('staff', world);
    await eachState([usual, ...(STATES[usual.name] ?? [])], world, async (state) => {
      if (state === usual) {
        await page.setViewportSize(SIZES.wide);
        await walkByKeyboard(page);
      }
      const checked = state === usual ? PAIRS : FEW;
      for (const variant of PICTURES ? [...checked, ...PHOTOGRAPHED] : checked) {
        await show(page, variant);
        await photograph(page, { group: 'desk', name: state.name, as: variant.join('-') });
        if (!checked.includes(variant)) continue;
        expect(await violations(page), `axe: ${variant.join(', ')}`).toEqual([]);
        expect(await tooWide(page), `sideways: ${variant.join(', ')}`).toEqual([]);
      }
    });
  });
}
