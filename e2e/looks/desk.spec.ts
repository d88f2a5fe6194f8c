import type { Page } from 'playwright/test';
import { violations, violationsIn } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { walkByKeyboard } from '../support/keyboard.ts';
import { STILL } from '../support/movement.ts';
import { tooWide } from '../support/narrow.ts';
import { changeSettings, PICTURES, photograph } from '../support/photograph.ts';
import { enterAs } from '../support/viewer.ts';
import { SCREENS, STATES } from './desk.ts';
import { reach } from './reach.ts';

const SIZES = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
} as const;

type Variant = readonly [size: keyof typeof SIZES, locale: 'en' | 'fr', theme: 'LIGHT' | 'DARK'];

/** Each size in each language and each theme. */
const ALL: Variant[] = (['narrow', 'wide'] as const).flatMap((size) =>
  (['en', 'fr'] as const).flatMap((locale) =>
    (['LIGHT', 'DARK'] as const).map((theme) => [size, locale, theme] as const),
  ),
);

/** Covers every pair of size, language and theme at least once. */
const PAIRS: Variant[] = [
  ['narrow', 'en', 'LIGHT'],
  ['wide', 'en', 'DARK'],
  ['narrow', 'fr', 'DARK'],
  ['wide', 'fr', 'LIGHT'],
];

/** Additional variants that are only photographed. */
const SEEN: Variant[] = [
  ['phone', 'en', 'LIGHT'],
  ['phone', 'en', 'DARK'],
  ['phone', 'fr', 'LIGHT'],
];

/** Returns axe's violations. Where the same size and language was already checked in light, only colours are. */
function violationsOf(page: Page, [size, locale, theme]: Variant, variants: Variant[]): Promise<string[]> {
  const isInLight = variants.some((other) => other[0] === size && other[1] === locale && other[2] === 'LIGHT');
  return theme === 'DARK' && isInLight ? violationsIn(page, 'dark') : violations(page);
}

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

for (const state of [...SCREENS, ...STATES]) {
  test(`desk: ${state.name} can be used by every person, on a phone and a wide screen, in both languages`, async ({
    page,
    context,
    stack,
    problems,
  }) => {
    const world = { page, context, stack, problems };
    await enterAs('staff', world);
    await reach(state, world);
    const variants = SCREENS.includes(state) ? ALL : PAIRS;
    for (const variant of variants) {
      await show(page, variant);
      await photograph(page, { group: 'desk', name: state.name, as: variant.join('-') });
      expect(await violationsOf(page, variant, variants), `axe: ${variant.join(', ')}`).toEqual([]);
      expect(await tooWide(page), `sideways: ${variant.join(', ')}`).toEqual([]);
    }
    for (const variant of PICTURES ? SEEN : []) {
      await show(page, variant);
      await photograph(page, { group: 'desk', name: state.name, as: variant.join('-') });
    }
  });
}

for (const state of SCREENS) {
  test(`desk: ${state.name} can be navigated by Tab to every control, and shows the focus`, async ({
    page,
    context,
    stack,
    problems,
  }) => {
    const world = { page, context, stack, problems };
    await page.setViewportSize(SIZES.wide);
    await enterAs('staff', world);
    await reach(state, world);
    await walkByKeyboard(page);
  });
}
