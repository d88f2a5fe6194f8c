import { expect, type Page, type Request } from 'playwright/test';
import { isLanguage, type Language } from 'shared-ui/contract/languages';
import { violationsIn } from './axe.ts';
import { cutOff, tooWide } from './narrow.ts';
import { changeSettings, type Picture, photograph, speak, THEMES, type Theme } from './photograph.ts';

/** How `npm run screens -- --languages` shows each screen. */
interface LanguageWalk {
  languages: Language[];
  themes: readonly Theme[];
  /** Widths of the screen (px). */
  widths: number[];
  /** Sizes of text (percent). */
  texts: number[];
}

/** Height of an ordinary phone (px). */
const HEIGHT = 844;

/** Maximum wait for what a screen requests in another language (ms). Some states leave requests without a response. */
const CONTENT_MS = 5_000;

const LONGEST_LINE = 200;

const numbers = (list: string) => list.split(',').map(Number);

/** Returns what `npm run screens` was asked to show; undefined if it named no languages. */
export function askedLanguages({ LANGUAGES: tags, ...env }: NodeJS.ProcessEnv): LanguageWalk | undefined {
  if (!tags) return undefined;
  return {
    languages: tags.split(',').filter(isLanguage),
    themes: env.DARK === '1' ? THEMES : ['light'],
    widths: numbers(env.WIDTHS || '320,390'),
    texts: numbers(env.TEXTS || '100,200'),
  };
}

/** Switches an open page to a language, and waits for its content in this language. */
async function translate(page: Page, language: Language, open: ReadonlySet<Request>): Promise<void> {
  const before = open.size;
  const isOnline = await page.evaluate(() => navigator.onLine);
  // A phone without a connection keeps the language whose texts it has.
  await page.context().setOffline(false);
  await speak(page, language);
  await page.context().setOffline(!isOnline);
  await expect
    .poll(() => open.size, { timeout: CONTENT_MS })
    .toBeLessThanOrEqual(before)
    .catch(() => undefined);
}

async function resize(page: Page, width: number, text: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.evaluate((scale) => document.documentElement.style.setProperty('--font-scale', String(scale)), text / 100);
}

/**
 * Takes pictures of an open screen in each language, theme and size: a contact sheet for each of these. Resolves with
 * what doesn't fit, is cut off or isn't accessible, a line each.
 * @param open the page's pending requests (`openRequests`)
 */
export async function walkLanguages(
  page: Page,
  { group, name }: Pick<Picture, 'group' | 'name'>,
  { languages, themes, widths, texts }: LanguageWalk,
  open: ReadonlySet<Request>,
): Promise<string[]> {
  const faults: string[] = [];
  const note = (where: string, lines: string[]) => {
    const short = lines.map((line) => line.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LINE));
    faults.push(...short.map((line) => `${where}: ${line}`));
  };
  for (const language of languages) {
    await translate(page, language, open);
    for (const theme of themes) {
      await changeSettings(page, { theme: theme === 'dark' ? 'DARK' : 'LIGHT' });
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      // The hardest size: the narrowest screen with the largest text.
      await resize(page, Math.min(...widths), Math.max(...texts));
      note(`${language} ${theme}, axe`, await violationsIn(page, theme));
      for (const [width, text] of widths.flatMap((width) => texts.map((text) => [width, text] as const))) {
        await resize(page, width, text);
        const sheet = `${language}-${theme}-${width}-${text}`;
        await photograph(page, { group: sheet, name: group, as: name });
        note(`${sheet}, scrolls sideways`, await tooWide(page));
        note(`${sheet}, cut off`, await cutOff(page));
      }
    }
  }
  return faults;
}
