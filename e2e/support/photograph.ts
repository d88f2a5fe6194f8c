import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright/test';
import { pictureFile } from './contact-sheet.ts';
import type { Settings } from './session.ts';
import { settle } from './settle.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Changes the theme of an open page that began in light: the root, and what has been told its theme (a survey). What is
 * dark in both themes stays so.
 */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => {
    const show = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-theme="light"]'))
        element.dataset.theme = name;
    };
    show();
    if (name === 'light') return;
    // What the product draws anew meanwhile comes in the theme that it knows.
    new MutationObserver(show).observe(document, { subtree: true, childList: true, attributeFilter: ['data-theme'] });
  }, theme);
}

/** Whether pictures are taken: for a person to look at (`npm run screens`); what the suite asserts needs none. */
export const PICTURES = process.env.PICTURES === '1';

/** A picture for the contact sheet of its group; `as` says what is special about it. */
export interface Picture {
  group: string;
  name: string;
  as: string;
}

/** Waits until the screen stands as laid out, and keeps a picture of it where pictures are taken. */
export async function photograph(page: Page, { group, name, as }: Picture): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What has been laid out is on the screen after two frames; before that a picture may show an empty room.
    for (let frame = 0; frame < 2; frame++) await new Promise((painted) => requestAnimationFrame(painted));
  });
  await settle(page);
  if (!PICTURES) return;
  const path = pictureFile(group, `${name}-${as}`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}

/** What webpack runs a build's chunks with, as far as it is of use here: what the host shares, by package and version. */
interface WebpackRuntime {
  /** Fills a share scope, where nothing has asked for it yet. */
  I(scope: 'default'): unknown;
  S: { default: Record<string, Record<string, { get(): () => { changeSettings(some: object): void } }>> };
}

/** Changes settings of an open page where it stands, as the person's own switches do: through the store that all share. */
export async function changeSettings(page: Page, settings: Settings): Promise<void> {
  await page.evaluate((some) => {
    const chunks: unknown[] = Reflect.get(globalThis, 'webpackChunklodestar_shell');
    const change = (runtime: WebpackRuntime) => {
      // A screen of the shell's own (the splash, the reset) stands before any remote needs the scope.
      runtime.I('default');
      const versions = Object.values(runtime.S.default['shared-ui'] ?? {});
      for (const shared of versions) shared.get()().changeSettings(some);
    };
    // A chunk without modules: what it brings along is run with the runtime of the build.
    chunks.push([[`change-${chunks.length}`], {}, change]);
  }, settings);
}

/** Switches an open page to French where it stands. */
export async function speakFrench(page: Page): Promise<void> {
  await changeSettings(page, { locale: 'fr' });
  await page.waitForFunction(() => document.documentElement.lang === 'fr-CA');
  // A screen whose French is fetched first (the legal documents) is away for a moment.
  await page.locator('h1').first().waitFor();
}
