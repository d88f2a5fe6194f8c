/** What the page that keeps a screen and the inline script that shows it again must agree on. */
import type { Registry, RuntimeConfig } from 'shared-ui/contract';

/** A screen as the person last saw it: markup that can neither run nor load anything. Stored encrypted only. */
export interface StoredScreen {
  path: string;
  /** What built it (`versionOf`): another version's markup would look different from the real screen. */
  version: string;
  /** What its language was chosen by (`languageChoice`). */
  choice: string;
  /** BCP 47 tag and direction of its texts. */
  lang: string;
  dir: string;
  html: string;
  css: string;
  /** When it was kept, and when the server last had to do with the session: milliseconds since 1970. */
  at: number;
  touchedAt: number;
  /** Its age in words: on the day when it was kept, and on the next one. */
  age: { today: string; yesterday: string };
}

/** What the page's block `lodestar-runtime` contains. */
export interface RuntimeBlock {
  config: RuntimeConfig;
  registry: Pick<Registry, 'remotes'>;
}

/** Name of the stored screen at a path, or undefined if it isn't kept: home, and the result that was opened last. */
export function storedName(path: string): 'screen/home' | 'screen/result' | undefined {
  if (path === '/app') return 'screen/home';
  // Only the person's own: what others share may be withdrawn before the next start.
  return /^\/profile\/1\/results\/[^/]+$/.test(path) ? 'screen/result' : undefined;
}

/** Returns what identifies the code that renders screens: the version of the shell and those of all remotes. */
export const versionOf = ({ config, registry }: RuntimeBlock): string =>
  [config.shell, ...Object.entries(registry.remotes).map(([name, { active }]) => `${name}@${active}`)].join(' ');

/** Returns what decides about the language: what the person has chosen, else the browser's. */
export function languageChoice(): string {
  const { language, locale } = JSON.parse(localStorage.getItem('settings') ?? '{}');
  return [language ?? locale, navigator.language].join(' ');
}

/** Attribute of an element with its own styles, as its markup may not have `style`. */
export const STYLE = 'data-style';
