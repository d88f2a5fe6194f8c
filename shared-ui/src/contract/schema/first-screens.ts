import { type Fault, type FormOf, read, throwFault } from '../form.ts';
import { ALL_LANGUAGES, type Language } from '../languages/languages.ts';
import { markupFaults } from './markup.ts';
import { LINK } from './rules.ts';

/** A rendered part of a page. Its texts may contain placeholders for the brand (`lodestar{name}`). */
export interface RenderedPart {
  html: string;
  css: string;
}

export interface RenderedScreen extends RenderedPart {
  /** Text of its heading, escaped as HTML. */
  title: string;
}

/** In the hospital's own languages, and in those that the build offers besides. */
type InLanguages<T> = Record<'en' | 'fr', T> & Partial<Record<Language, T>>;

/** Contents of a remote's `FIRST_SCREENS`. */
export interface FirstScreens {
  /** Version of shared-ui that rendered the screens: in a shell with another they could look different. */
  platform: string;
  /** Path -> its screen in each language. */
  screens: Record<string, InLanguages<RenderedScreen>>;
}

/** Contents of a shell's `FIRST_SCREENS`. */
export interface ScreenFrames {
  /** Paths whose screens fill the page, without the bar. */
  plainPaths: string[];
  /** Around the place of the screen (`SCREEN_PLACE`). */
  plain: InLanguages<RenderedPart>;
  /** With logo and home button. */
  bar: InLanguages<RenderedPart>;
  /** Rules for the whole page, and its inline script. */
  css: string;
  script: string;
  /** Inline script of pages without a prerendered screen: shows the screen that the phone has stored. */
  storedScript?: string;
}

const TEXT = { kind: 'text' } as const;
type OtherLanguage = Exclude<Language, 'en' | 'fr'>;

const inLanguages = <F>(form: F) => {
  const others = ALL_LANGUAGES.slice(2).map((language) => [language, form] as const);
  const optional = Object.fromEntries(others) as Record<OtherLanguage, F>;
  return { kind: 'object', required: { en: form, fr: form }, optional } as const;
};

const PART: FormOf<RenderedPart> = { kind: 'object', required: { html: TEXT, css: TEXT }, optional: {} };
const SCREEN: FormOf<RenderedScreen> = { ...PART, required: { ...PART.required, title: TEXT } };

const SCREENS: FormOf<FirstScreens> = {
  kind: 'object',
  required: { platform: TEXT, screens: { kind: 'map', of: inLanguages(SCREEN), keys: LINK } },
  optional: {},
};

const FRAMES: FormOf<ScreenFrames> = {
  kind: 'object',
  required: {
    plainPaths: { kind: 'list', of: { kind: 'text', rule: LINK } },
    plain: inLanguages(PART),
    bar: inLanguages(PART),
    css: TEXT,
    script: TEXT,
  },
  optional: { storedScript: TEXT },
};

/** Text in a frame's markup that the screen replaces. */
export const SCREEN_PLACE = 'lodestar-screen';

function checkParts(parts: Record<string, RenderedPart>, path: string, fault: Fault): void {
  for (const [key, part] of Object.entries(parts))
    for (const says of markupFaults(part)) fault(`${path}.${key}.html`, `must be plain markup: ${says}`);
}

/** Returns a remote's prerendered screens. Reports every fault to `fault`; by default, throws at the first. */
export function parseFirstScreens(value: unknown, fault: Fault = throwFault): FirstScreens {
  const found = read<FirstScreens>(SCREENS, value, fault);
  for (const [path, screens] of Object.entries(found.screens)) checkParts(screens, `screens.${path}`, fault);
  return found;
}

/** Returns a shell's prerendered frames. Reports every fault to `fault`; by default, throws at the first. */
export const parseFrames = (value: unknown, fault: Fault = throwFault): ScreenFrames =>
  read<ScreenFrames>(FRAMES, value, fault);
