/**
 * Entry `shared-ui/contract/review`: which texts a person must review in each language, and which are signed. For builds
 * and servers.
 * @module
 */

/** A reviewer's signature below one text. */
export interface Signature {
  /** Hash of the English text and its translation: a change of either makes the signature void. */
  hash: string;
  /** Name of the reviewer. */
  by: string;
  /** Day, such as 2026-11-29. */
  on: string;
}

/** Signatures of one language, by catalogue and key: `timeline-mfe/requests:need.urgent`. */
export type Signatures = Readonly<Record<string, Signature>>;

/** Catalogue -> keys whose texts are critical, without plural suffix. `*` stands for any letters. */
export type CriticalKeys = Readonly<Record<string, readonly string[]>>;

/** The texts of a catalogue by their whole keys. */
type Texts = ReadonlyMap<string, string>;

/** Key below which a built catalogue lists its unsigned texts, separated by spaces: what production must not show. */
export const UNSIGNED = '$unsigned';

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Returns a catalogue's texts by their whole keys: nested objects are joined with full stops. */
export const flattenTexts = (texts: object, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    return typeof value === 'object' && value !== null ? flattenTexts(value, `${prefix}${key}.`) : [];
  });

/** Returns a catalogue's name by its path: "shell/src/live/locales/fr.json" is `shell/live`. */
export function catalogueOf(file: string): string {
  const names = file.replace(/[\w-]+\.json$/, '').split(/[/\\.]/);
  return names.filter((name) => !['', 'src', 'locales'].includes(name)).join('/');
}

/** Returns the English text that a key of another language translates, which may have plural forms of its own. */
export const englishOf = (english: Texts, key: string): string | undefined =>
  english.get(key) ?? english.get(key.replace(PLURAL, '_other'));

/** Made once for each pattern: a language has thousands of keys. */
const matchers = new Map<string, RegExp>();

function matcherOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.$-]/g, String.raw`\$&`));
  const matcher = matchers.get(pattern) ?? new RegExp(`^${parts.join('.*')}$`);
  matchers.set(pattern, matcher);
  return matcher;
}

/** Returns whether people must review a text's translations before a patient reads them. */
export function isCritical(critical: CriticalKeys, catalogue: string, key: string): boolean {
  const name = key.replace(PLURAL, '');
  return (critical[catalogue] ?? []).some((pattern) => matcherOf(pattern).test(name));
}

/** Returns the SHA-256 hash of a text and its translation, in hex. */
export async function hashOf(english: string, translation: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([english, translation]));
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Returns the keys of a language's critical texts in a catalogue that no reviewer has signed as they are. */
export async function unsignedKeys(
  catalogue: string,
  { english, translation }: { english: Texts; translation: Texts },
  { critical, signatures }: { critical: CriticalKeys; signatures: Signatures },
): Promise<string[]> {
  const keys = [...translation].filter(([key]) => isCritical(critical, catalogue, key));
  const checked = await Promise.all(
    keys.map(async ([key, text]) => {
      const hash = signatures[`${catalogue}:${key}`]?.hash;
      return hash !== undefined && hash === (await hashOf(englishOf(english, key) ?? '', text)) ? [] : [key];
    }),
  );
  return checked.flat();
}
