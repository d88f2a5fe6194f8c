/** Device names from a browser's user agent, shortened to what a person recognises: no version, no model. */

/** The first match counts: most browsers also name others that they resemble. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
/** Maximum length that is read: no browser's user agent is longer. */
const LONGEST = 512;

const nameIn = (names: typeof BROWSERS, text: string) => names.find(([, pattern]) => pattern.test(text))?.[0] ?? '';

/** Returns for example "Firefox/Windows", either part empty if it is unknown; null if both are. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, LONGEST);
  const device = `${nameIn(BROWSERS, text)}/${nameIn(SYSTEMS, text)}`;
  return device === '/' ? null : device;
}
