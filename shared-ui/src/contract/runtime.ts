import type { Language, SpokenLanguage } from './languages/languages.ts';

/** Everything a hospital changes to brand the product (`shell/brand.json`). */
export interface Brand {
  name: string;
  /** What the name means: one sentence per language. */
  meaning: Record<'en' | 'fr', string>;
  /** What it means in other languages, as far as the hospital wrote it. */
  otherMeanings?: Partial<Record<Exclude<SpokenLanguage, 'en' | 'fr'>, string>>;
  /** SVG path of the mark in a 24 by 24 box. */
  logo: string;
  colours: { background: string; theme: string; star: string };
  supportEmail: string;
  /** An empty `extension`: the number has none. */
  supportPhones: { number: string; extension: string }[];
  hospital: string;
  /** What a patient should do about a value that the hospital marked as critical. Nothing is shown if absent. */
  criticalAdvice?: Record<'en' | 'fr', string>;
  /** What visitors should know, in the hospital's words. Nothing is shown if absent. */
  visitors?: Visitors;
  locales: ('en' | 'fr')[];
}

type LocalText = Record<'en' | 'fr', string>;

/** What a hospital tells visitors. */
export interface Visitors {
  hours: LocalText;
  parking: LocalText;
  /** How to get to the wards. */
  way: LocalText;
  phone: { number: string; extension: string };
  /** Wards that have a number of their own. */
  wards?: { ward: string; number: string; extension: string }[];
  /** A plan of the way: a picture that the gateway serves at this path, without the first slash. */
  picture?: { src: string; alt: LocalText };
}

/** Returns a `tel:` address; the extension is dialled after the call is answered (RFC 3966). */
export const telephoneOf = ({ number, extension }: Brand['supportPhones'][number]): string =>
  `tel:${number.replaceAll(/[^+\d]/g, '')}${extension && `;ext=${extension}`}`;

/** Everything that differs between two hospitals. The gateway writes it into the page and serves it at /config.json. */
export interface RuntimeConfig {
  brand: Brand;
  /** Base path of the API, e.g. `/api`. */
  api: string;
  recorder: { url: string; authorizer: string; retention: 'drop' | 'keep' };
  demo: boolean;
  /** Whether the recorder takes survey tokens. Defaults to no. */
  surveyTokens?: boolean;
  /** `approved`: invited people with an email address of any other domain are reviewed first. Defaults to `any`. */
  invitedDomains?: 'approved' | 'any';
  /** Which email addresses the hospital accepts. Defaults to `basic`. */
  emailFormat?: EmailFormat;
  /** Which new passwords the hospital accepts. Defaults to `classes`. */
  passwordRule?: PasswordRule;
  /** Number of digits in a PIN. Defaults to 4. */
  pinDigits?: 4 | 6;
  /** Staff's identity providers. Pages ask the API if absent: older gateways don't name them. */
  signInProviders?: readonly { id: string; name: string; url: string }[];
  /** Minutes without use after which a session ends. */
  sessionIdleMinutes?: number;
  dev: boolean;
  /** Languages that people may choose. Defaults to all that have texts. */
  languages?: readonly Language[];
  /** Those of them of which people have checked the texts, by a published language pack. */
  reviewedByPack?: readonly Language[];
  /** IANA name of the hospital's time zone. If absent, times are in the phone's. */
  timeZone?: string;
  /**
   * Dial codes of the countries the hospital sends text messages to, without the plus sign; all countries if absent.
   */
  textCountries?: readonly string[];
  /**
   * Countries, such as `CA`, and dial codes that the hospital sends text messages to, if it doesn't text all countries of
   * `textCountries`. Forms pass it to `phoneIsIn`.
   */
  textAreas?: readonly string[];
  /** Version of the shell that the page belongs to. */
  shell: string;
}

/** One error in a remote under development. */
export interface DevError {
  message: string;
  /** Source file, relative to the package's folder, e.g. `src/feature.tsx`. */
  file?: string;
  line?: number;
  column?: number;
}

/** Errors in a remote that the dev command has found. */
export interface DevState {
  types: DevError[];
  build: DevError[];
}

/** Error seen by a page while a development build of a remote runs. */
export interface RunTimeError extends DevError {
  /** Name and version, e.g. `surveys@1.0.0-dev.3`. */
  remote: string;
  /** Loading step that failed, e.g. `RENDER_FAILED`; absent for errors in the remote's own code after loading. */
  code?: string;
  /** Raw stack trace from the browser, with positions in the built files. */
  stack?: string;
}

/**
 * Which email addresses are accepted: `standard` is what mail servers commonly use, with "+" and long endings such as
 * .health; `basic` is the demo's narrower pattern.
 */
export type EmailFormat = 'basic' | 'standard';

const PATTERNS: Readonly<Record<EmailFormat, RegExp>> = {
  /** Letters, digits and ._- before the @, a domain, a suffix of 2 to 4 letters (docs/product-rules.md#validation). */
  basic: /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/,
  /** As `basic`, with + and ' before the @, and a suffix of up to 63 letters (RFC 1035) or in Punycode. */
  standard:
    /^[A-Za-z0-9._+'-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/,
};

/** Returns whether a text is an email address in a format that the product accepts. */
export const isEmail = (text: string, format: EmailFormat = 'basic'): boolean => PATTERNS[format].test(text);

/**
 * Which new passwords are accepted: `classes` is the demo's rule (a letter, a digit, a special character); `length` asks
 * for length alone, as NIST SP 800-63B-4 does where a password stands alone.
 */
export type PasswordRule = 'classes' | 'length';

/** Fewest characters of a new password under the rule `length` (NIST SP 800-63B-4, 3.1.1.2). */
export const LONG_PASSWORD = 15;

const CLASSES = /^(?=.*[A-Za-z])(?=.*[0-9])(?=.*[-@$!%*#?&])[-A-Za-z0-9@$!%*#?&]{8,}$/;

/** Returns whether a new password meets the rule. Characters are counted as people do: an emoji is one. */
export const meetsPasswordRule = (password: string, rule: PasswordRule = 'classes'): boolean =>
  rule === 'classes' ? CLASSES.test(password) : [...password.normalize('NFC')].length >= LONG_PASSWORD;
