import { STEPS } from 'onboarding-mfe/screens/tutorial/steps';
import type { Page } from 'playwright/test';
import { test as base, expect } from '../../support/fixtures.ts';
import { member, sessionOf } from '../../support/people/person.ts';
import { MOVING } from '../../support/phone/browser.ts';
import { keepSignedIn } from '../../support/phone/session.ts';
import { press } from '../../support/screens/screens.ts';

/** One screen for each height/width range, each with its own film (docs/product-rules.md#constants). */
const SCREENS = {
  tallest: { width: 390, height: 844 },
  tall: { width: 390, height: 670 },
  medium: { width: 390, height: 620 },
  standard: { width: 375, height: 553 },
};

/** Distance around the point of a step that has to be visible, in percent of the film's height. */
const MARGIN = 8;

interface Edges {
  top: number;
  bottom: number;
}

/** Resolves with the edges of the film, the part of it beside the card, and the card (px from the top). */
const measure = (page: Page): Promise<Record<'film' | 'window' | 'card', Edges>> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    const card = document.querySelector('progress')?.parentElement?.parentElement;
    if (!video?.parentElement || !card) throw new Error('No film or no card');
    const edges = (element: Element): Edges => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    };
    return { film: edges(video), window: edges(video.parentElement), card: edges(card) };
  });

async function playTo(page: Page, at: number): Promise<void> {
  await page.waitForFunction(
    () => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA,
  );
  await page.clock.runFor(1_100);
  await page.evaluate(async (end) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('No film');
    const arrived = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = end;
    await arrived;
  }, at);
  await page.clock.runFor(15_000);
}

async function checkPauses(page: Page): Promise<void> {
  for (const [index, { key, at, percent }] of STEPS.entries()) {
    await playTo(page, at);
    await expect(page.getByText('The video is paused.')).toBeAttached();
    const { film, window, card } = await measure(page);
    const yOf = (share: number) => film.top + ((film.bottom - film.top) * Math.min(100, Math.max(0, share))) / 100;
    const isClear = card.top >= window.bottom || card.bottom <= window.top;
    expect(isClear, `${key}: the card leaves the window free`).toBe(true);
    expect(yOf(percent - MARGIN), `${key}: visible above its point`).toBeGreaterThanOrEqual(window.top - 1);
    expect(yOf(percent + MARGIN), `${key}: visible below its point`).toBeLessThanOrEqual(window.bottom + 1);
    if (index < STEPS.length - 1) await press(page, 'Next');
  }
}

const test = base.extend<{ language: 'en' | 'fr'; tutorial: Page }>({
  language: ['en', { option: true }],
  tutorial: async ({ page, context, stack, language }, use) => {
    const token = await sessionOf(stack, await member(stack));
    await keepSignedIn(context, token, { viewTutorial: true, locale: language });
    await page.clock.install();
    await page.goto('/onboarding/tutorial');
    await use(page);
  },
});

test.use(MOVING);

for (const [shape, viewport] of Object.entries(SCREENS)) {
  test.describe(`on a screen of the shape "${shape}"`, () => {
    test.use({ viewport });

    test('the film fills the screen, and each pause shows the point of its step beside the card', async ({
      tutorial,
    }) => {
      const video = tutorial.locator('video');
      await expect(video).toHaveAttribute('src', new RegExp(`tutorial-${shape}\\.en\\.`));
      const { x, y, width, height } = (await video.boundingBox()) ?? { x: 1, y: 1, width: 0, height: 0 };
      expect(Math.max(x, y)).toBeLessThan(1);
      expect(x + width).toBeGreaterThan(viewport.width - 1);
      expect(y + height).toBeGreaterThan(viewport.height - 1);
      await checkPauses(tutorial);
      await press(tutorial, 'start');
      await expect(tutorial).toHaveURL(/\/app$/);
    });
  });
}

test('with text at 200 % each pause shows the point of its step too', async ({ tutorial }) => {
  await tutorial.evaluate(() => document.documentElement.style.setProperty('--font-scale', '2'));
  await checkPauses(tutorial);
});

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test('a French tutorial plays the French film with French captions', async ({ tutorial }) => {
    await expect(tutorial.locator('video')).toHaveAttribute('src', /tutorial-\w+\.fr\..*mp4$/);
    await expect(tutorial.locator('video')).toHaveAttribute('poster', /tutorial-\w+\.fr\..*webp$/);
    await expect(tutorial.locator('track')).toHaveAttribute('src', /tutorial\.fr\..*vtt$/);
  });
});
