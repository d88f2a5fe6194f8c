/**
 * Entry `shared-ui/contract/languages`: the languages of the product, for browsers and servers.
 * @module
 */

/** What the product knows about a language. */
interface LanguageInfo {
  /** Its name in the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Tag for `lang` and `Accept-Language`. */
  tag: string;
  /** Tag for Intl. Digits are Latin in every language: values come from machines, and staff read along. */
  intlTag: string;
  /**
   * `reviewed`: people have checked its texts. `machine`: a computer translated them, so production doesn't offer it.
   * `planned`: it has no texts yet, so it is offered nowhere. `pseudo`: its texts are made from the English ones.
   */
  state: 'reviewed' | 'machine' | 'planned' | 'pseudo';
}

const info = (
  name: string,
  tag: string,
  state: LanguageInfo['state'],
  direction: LanguageInfo['direction'] = 'ltr',
): LanguageInfo => ({ name, direction, tag, intlTag: `${tag}-u-nu-latn`, state });

/** Every language, by its tag, in the order in which it is offered. `fr` is Canadian French, `pa` is in Gurmukhi. */
export const LANGUAGES = {
  en: info('English', 'en-CA', 'reviewed'),
  fr: info('Français', 'fr-CA', 'reviewed'),
  es: info('Español', 'es', 'machine'),
  pt: info('Português', 'pt', 'machine'),
  'zh-Hans': info('简体中文', 'zh-Hans', 'machine'),
  'zh-Hant': info('繁體中文', 'zh-Hant', 'machine'),
  tl: info('Tagalog', 'tl', 'machine'),
  pa: info('ਪੰਜਾਬੀ', 'pa', 'machine'),
  vi: info('Tiếng Việt', 'vi', 'machine'),
  uk: info('Українська', 'uk', 'machine'),
  ar: info('العربية', 'ar', 'machine', 'rtl'),
  ur: info('اردو', 'ur', 'machine', 'rtl'),
  'en-XA': info('Double length', 'en-XA', 'pseudo'),
  'ar-XB': info('Right to left', 'ar-XB', 'pseudo', 'rtl'),
};

/** BCP 47 tag of a language that a patient may choose, or of one for tests. */
export type Language = keyof typeof LANGUAGES;

/** BCP 47 tag of a language that people read. */
export type SpokenLanguage = Exclude<Language, 'en-XA' | 'ar-XB'>;

/** Returns whether a value is the tag of a language of the product, offered or not. */
export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

const languagesOf = (...states: LanguageInfo['state'][]): readonly Language[] =>
  Object.keys(LANGUAGES)
    .filter(isLanguage)
    .filter((language) => states.includes(LANGUAGES[language].state));

/** All languages of the product. */
export const ALL_LANGUAGES = languagesOf('reviewed', 'machine', 'planned');

/** Languages that have texts. The demo offers all of them. */
export const OFFERED = languagesOf('reviewed', 'machine');

/**
 * Languages for tests and development: twice as long as English, and from right to left in Arabic letters. They show
 * texts that no catalogue has, and where longer texts have no room. Installations don't offer them, and the API doesn't
 * know them.
 */
export const PSEUDO_LANGUAGES = languagesOf('pseudo');

/** Text of a hospital in its own languages, English and French, and in others if it has them. */
export type LocalText = Record<'en' | 'fr', string> & Partial<Record<Language, string>>;

/** Scripts and regions in which Chinese has traditional characters. */
const TRADITIONAL = /-(hant|hk|tw|mo)\b/;

/** Language subtags with another tag here. */
const OTHER_TAGS: Partial<Record<string, Language>> = { fil: 'tl' };

/** Returns the language that a BCP 47 tag means; undefined if the product doesn't have it. */
function languageOfTag(tag: string): Language | undefined {
  const [subtag = ''] = tag.split('-');
  if (subtag === 'zh') return TRADITIONAL.test(tag) && !tag.includes('-hans') ? 'zh-Hant' : 'zh-Hans';
  // Punjabi of Pakistan has Arabic letters.
  if (subtag === 'pa' && /-(arab|pk)\b/.test(tag)) return undefined;
  return OTHER_TAGS[subtag] ?? (isLanguage(subtag) ? subtag : undefined);
}

/**
 * Returns the first language that is wanted and offered; undefined if there is none. Regions fall back to their
 * language, and Chinese of Hong Kong, Taiwan and Macao is in traditional characters.
 * @param wanted BCP 47 tags, best first, such as `navigator.languages`
 */
export const matchLanguage = (
  wanted: readonly string[],
  offered: readonly Language[] = OFFERED,
): Language | undefined =>
  wanted
    .map((tag) => languageOfTag(tag.toLowerCase()))
    .find((language) => language !== undefined && offered.includes(language));

/** Keeps a value's direction to itself (Unicode's isolates, which aren't shown). */
export const isolate = (value: string): string => `\u2068${value}\u2069`;

const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/g;

const HAS_OWN = /\p{Script=Arabic}|\u2068/u;
const STARTS_AT_RIGHT = /^[^\p{L}]*\p{Script=Arabic}/u;

/**
 * Marks a text in a language from right to left so that it starts at the right. Otherwise one that begins with a Latin
 * word ("PDF") or consists of values would run from left to right: a paragraph has the direction of its first letter
 * that isn't a value's.
 */
export const fromRight = (text: string): string =>
  !HAS_OWN.test(text) || STARTS_AT_RIGHT.test(text.replaceAll(ISOLATED, '')) ? text : `\u200f${text}`;
