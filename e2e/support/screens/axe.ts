import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';
import type { Theme } from './photograph.ts';
import { settle } from './settle.ts';

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Its few letters beyond Latin-1 are escaped: the browser then needs one byte for a letter, and half the time. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[\u0100-\uffff]/g,
  escaped,
);
export const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/** The rules that read colours. Themes differ only in colours (shared-ui/src/ui/theme/theme.test.ts). */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** Returns axe's violations once the page has settled, one line per element. */
export function violations(page: Page): Promise<string[]> {
  return run(page, ALL_RULES);
}

/**
 * Returns the violations of a screen that is checked in light first, then in dark. In dark, only rules that read
 * colours run: the other rules would find the same, and take longest.
 */
export function violationsIn(page: Page, theme: Theme): Promise<string[]> {
  return run(page, theme === 'light' ? ALL_RULES : COLOURS);
}

async function run(page: Page, rules: RunOptions): Promise<string[]> {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await load(page);
  return page.evaluate(axeLines, rules);
}

/** Runs in the page, which has axe. Returns one line per element: the whole results would take long to send. */
export async function axeLines(options: RunOptions): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const found = await axe.run(options);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Loads axe into the page through the protocol: Playwright's `evaluate` passes it to `eval`, which takes longer. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
}
