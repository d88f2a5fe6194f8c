import { type Fault, type FormOf, read, throwFault } from '../form.ts';
import { ALL_LANGUAGES, type Language } from '../languages/languages.ts';
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
  optional: {},
};

/** Text in a frame's markup that the screen replaces. */
export const SCREEN_PLACE = 'lodestar-screen';

/** Elements of a screen. Others could run code, load something or change the rest of the page. */
const ELEMENTS = new Set(
  `a abbr address article aside b blockquote br button caption cite code dd del details dfn div dl dt em fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label legend li main mark meter nav ol
  optgroup option output p picture pre progress q s samp search section select small source span strong sub summary sup
  table tbody td textarea tfoot th thead time tr u ul var wbr
  svg circle clippath defs ellipse g line lineargradient mask path polygon polyline radialgradient rect stop title`.split(
    /\s+/,
  ),
);

/** Attributes that run code, load documents, send forms elsewhere or need a looser policy. */
const ATTRIBUTES = /^(on.*|style|src(doc|set)?|action|formaction|formmethod|ping|target|http-equiv|autofocus)$/;
const LINKS = /^(\/(?!\/)|#|tel:|mailto:|https:\/\/)/;
const SOURCE = /^lodestar-base\/[\w./@-]+$/;

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*\/?>/g;

function attributeFaults(element: string, text: string): string[] {
  return [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].flatMap(([, given = '', value = '']) => {
    const name = given.toLowerCase();
    if (name === 'src' && SOURCE.test(value)) return [];
    if (ATTRIBUTES.test(name)) return [`<${element}> has the attribute ${name}`];
    if (/^(xlink:)?href$/.test(name) && !LINKS.test(value)) return [`<${element}> links to ${value}`];
    if (element === 'form' && name === 'method' && value !== 'dialog') return [`a form is sent by ${value}`];
    return [];
  });
}

/**
 * Returns what must not be in a prerendered part: its markup is written into the page before any script has run.
 * Forms must have `method="dialog"`: without a script, submitting any other puts its fields into the address.
 */
export function markupFaults({ html, css }: Pick<RenderedPart, 'html' | 'css'>): string[] {
  const faults = [...html.matchAll(TAG)].flatMap(([, end, tag = '', attributes = '']) => {
    const element = tag.toLowerCase();
    if (!ELEMENTS.has(element)) return [`<${element}> can't be prerendered`];
    if (end) return [];
    const sends = element === 'form' && !/\smethod="dialog"/.test(attributes) ? ['a form lacks method="dialog"'] : [];
    return [...sends, ...attributeFaults(element, attributes)];
  });
  if (html.replaceAll(TAG, '').includes('<')) faults.push('the markup is not as React writes it');
  if (/<|@import|url\((?!#)/i.test(css)) faults.push('its styles load something or contain markup');
  return [...new Set(faults)];
}

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
