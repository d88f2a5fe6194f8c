import { escapeHtml } from 'server-kit/http';
import type { Brand } from 'shared-ui/contract';
import { type FirstScreens, type RenderedPart, SCREEN_PLACE, type ScreenFrames } from 'shared-ui/contract/documents';
import type { Language } from 'shared-ui/contract/languages';
import { languageAttributes } from '../http/plain-page.ts';
import { cspHash } from '../http/security.ts';

/** Returns a data block for scripts to read. A "<" is written as \u003c, so that no value can end the element. */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** Place of the prerendered screen in a shell's index.html. Shells built by earlier tools have none. */
const MARKER = '<!--lodestar:first-screen-->';

/** A prerendered screen in its frame, as a page contains it. */
export interface FirstScreen {
  language: Language;
  title: string;
  html: string;
  css: string;
  script: string;
}

interface Versions {
  screens: FirstScreens;
  /** Path of the remote's published folder, with a slash at its end. */
  screensBase: string;
  frames: ScreenFrames;
  framesBase: string;
  /** Version of shared-ui that the shell provides. */
  platform: string | undefined;
}

/** Returns a text of the brand by its path in the brand file, or an empty one. */
function brandText(brand: Brand, path: string): string {
  let found: unknown = brand;
  for (const key of path.split('.'))
    found =
      typeof found === 'object' && found !== null ? Object.entries(found).find(([name]) => name === key)?.[1] : '';
  return typeof found === 'string' ? found : '';
}

/**
 * Replaces placeholders of the brand. One with a capital letter begins a sentence. The end of a sentence that is a text
 * which the brand lacks, such as what its name means in a language, is left out.
 */
const withBrand = (html: string, brand: Brand): string =>
  html.replaceAll(/(l)odestar\{([a-z.-]+)\}([.。।۔] ?)?/gi, (_, first: string, path: string, end = '') => {
    const text = brandText(brand, path);
    if (text === '') return '';
    return escapeHtml(first === 'L' ? text.charAt(0).toLocaleUpperCase() + text.slice(1) : text) + end;
  });

const withBase = (part: RenderedPart, base: string): string => part.html.replaceAll('lodestar-base/', () => base);

/**
 * Returns the screen at a path in its frame; undefined if it is not prerendered, or was rendered by another version of
 * shared-ui than the shell provides: it could look different from the real one.
 */
export function composeFirstScreen(
  path: string,
  language: Language,
  brand: Brand,
  { screens, screensBase, frames, framesBase, platform }: Versions,
): FirstScreen | undefined {
  const screen = Object.hasOwn(screens.screens, path) ? screens.screens[path]?.[language] : undefined;
  if (screen === undefined || screens.platform !== platform) return undefined;
  const frame = (frames.plainPaths.includes(path) ? frames.plain : frames.bar)[language];
  if (frame === undefined) return undefined;
  const html = withBase(frame, framesBase).replace(SCREEN_PLACE, () => withBase(screen, screensBase));
  return {
    language,
    title: withBrand(screen.title, brand),
    html: withBrand(html, brand),
    css: [frames.css, frame.css, screen.css].join('\n'),
    script: frames.script,
  };
}

/** Returns whether a shell's index.html has a place for a prerendered screen. */
export const hasPlace = (template: string): boolean => template.includes(MARKER);

/** Id of the block with the scripts that the prerendered screen's script starts. Earlier shells' scripts start none. */
const SCRIPTS_ID = 'lodestar-scripts';

const SCRIPT_TAG = /<script defer src="([^"]*)" integrity="([^"]*)" crossorigin="anonymous"><\/script>/g;

/** Lets the page's scripts load with the prerendered screen, but run once it is painted, if its own script does that. */
function deferScripts(page: string, script: string): string {
  if (!script.includes(SCRIPTS_ID)) return page;
  const scripts = [...page.matchAll(SCRIPT_TAG)].map(([, src, integrity]) => ({ src, integrity }));
  return page
    .replace(
      SCRIPT_TAG,
      (_, src: string, integrity: string) =>
        `<link rel="preload" as="script" href="${src}" integrity="${integrity}" fetchpriority="low" crossorigin="anonymous">`,
    )
    .replace('</head>', () => `${dataBlock(SCRIPTS_ID, scripts)}\n  </head>`);
}

/** Inserts a prerendered screen into index.html: its text is in the page's language, so that is the screen's. */
export function withFirstScreen(page: string, screen: FirstScreen, { name }: Brand): string {
  const { language, title, html, css, script } = screen;
  return deferScripts(page, script)
    .replace(/<html lang="[^"]*"/, `<html ${languageAttributes(language)}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title} · ${escapeHtml(name)}</title>`)
    .replace('</head>', () => `<style>${css}</style>\n  </head>`)
    .replace(MARKER, () => `<script>${script}</script>\n    <div id="first-screen">${html}</div>`);
}

/** What a page without a prerendered screen contains: nothing to see, until its script has found a stored screen. */
export interface StoredScreenScript {
  css: string;
  script: string;
}

/** Returns the script for stored screens, and the page's rules for them; undefined if the shell has none. */
export const storedScreenScript = (frames: ScreenFrames | undefined): StoredScreenScript | undefined =>
  frames?.storedScript === undefined ? undefined : { css: frames.css, script: frames.storedScript };

/** Inserts the script for stored screens into index.html. */
export const withStoredScreen = (page: string, { css, script }: StoredScreenScript): string =>
  page.replace('</head>', () => `<style>${css}</style>\n  </head>`).replace(MARKER, () => `<script>${script}</script>`);

/** Returns the sources that the page's policy must allow for a prerendered or stored screen. */
export const firstScreenSources = ({ css, script }: StoredScreenScript) => ({
  style: cspHash(css),
  script: cspHash(script),
});
