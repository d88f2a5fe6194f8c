import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright/test';
import { LANGUAGES, type Language } from 'shared-ui/contract/languages';
import type { Settings } from '../phone/session.ts';
import { pictureFile } from './contact-sheet.ts';
import { settle } from './settle.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Switches the theme of an open page that started in light: the root, and every element given a theme (a survey).
 * Elements that are dark in both themes stay dark.
 */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => {
    const show = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-theme="light"]'))
        element.dataset.theme = name;
    };
    show();
    if (name === 'light') return;
    // Newly rendered elements start in the product's own theme, so they are switched as well.
    new MutationObserver(show).observe(document, { subtree: true, childList: true, attributeFilter: ['data-theme'] });
  }, theme);
}

/** Whether screenshots are taken for review (`npm run screens`). The suite's assertions do not need them. */
export const PICTURES = process.env.PICTURES === '1';

/** A screenshot for its group's contact sheet; `as` names the variant. */
export interface Picture {
  group: string;
  name: string;
  as: string;
}

/** Waits until the screen is laid out and stable, and takes a screenshot when screenshots are enabled. */
export async function photograph(page: Page, { group, name, as }: Picture): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Layout is painted after two frames; an earlier screenshot may show an empty area.
    for (let frame = 0; frame < 2; frame++) await new Promise((painted) => requestAnimationFrame(painted));
  });
  await settle(page);
  if (!PICTURES) return;
  const path = pictureFile(group, `${name}-${as}`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}

/** Factory of shared-ui, as a share scope holds it. */
type SharedUi = () => { changeSettings(some: object): void };

/** The part of webpack's runtime used here: the host's share scope, by package and version. */
interface WebpackRuntime {
  /** Initialises a share scope that nothing has requested yet. */
  I(scope: 'default'): unknown;
  S: { default: Record<string, Record<string, { get(): SharedUi | Promise<SharedUi> }>> };
}

/** Changes settings of an open page without a reload, through the shared store that the settings switches use. */
export async function changeSettings(page: Page, settings: Settings): Promise<void> {
  await page.evaluate((some) => {
    const chunks: unknown[] = Reflect.get(globalThis, 'webpackChunklodestar_shell');
    const change = (runtime: WebpackRuntime) => {
      // The shell's own screens (splash, reset) appear before any remote initialises the scope.
      runtime.I('default');
      const versions = Object.values(runtime.S.default['shared-ui'] ?? {});
      // Until the libraries have run, the scope returns a promise.
      for (const shared of versions)
        void Promise.resolve(shared.get()).then((factory) => factory().changeSettings(some));
    };
    // A chunk without modules: webpack calls its third element with the build's runtime.
    chunks.push([[`change-${chunks.length}`], {}, change]);
  }, settings);
}

/** Switches an open page to a language without a reload. Resolves when its texts are there. */
export async function speak(page: Page, language: Language): Promise<void> {
  // A prerendered copy stays in its own language, and the remotes behind it have not asked for their texts yet.
  await page.locator('#first-screen').waitFor({ state: 'hidden' });
  await changeSettings(page, { language });
  await page.waitForFunction((tag) => document.documentElement.lang === tag, LANGUAGES[language].tag);
  // Screens that fetch their text first (the legal documents) disappear for a moment.
  await page.locator('h1').first().waitFor();
}
