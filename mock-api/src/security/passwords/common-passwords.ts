/**
 * Passwords that guessers try first. The enforced rule requires a letter, a digit and a special character, so lists of
 * whole passwords miss most of them: what counts is the word without the usual decoration. `breached.txt` has those from
 * published breaches that one of the two rules accepts, in lower case (sources: SecLists, Pwdb and NBP).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let breached: ReadonlySet<string> | undefined;

/** Returns the passwords in `breached.txt`. */
export function readBreached(): ReadonlySet<string> {
  const file = () => readFileSync(join(import.meta.dirname, 'breached.txt'), 'utf8');
  breached ??= new Set(file().trimEnd().split('\n'));
  return breached;
}

const COMMON = new Set(
  `password passwort motdepasse pass passcode secret letmein welcome bienvenue hello bonjour salut admin administrator
  administrateur root user login master changeme default temp test testing guest access trustno iloveyou jetaime love
  lovely babygirl sunshine soleil princess princesse monkey dragon shadow superman batman starwars pokemon football soccer
  hockey baseball basketball canada toronto montreal ontario quebec ottawa vancouver summer winter spring autumn fall
  printemps automne hiver january february march april may june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday qwerty qwertyuiop azerty azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm
  qaz qazwsx qweasd qweasdzxc abc abcd abcde abcdef abcdefgh aaa xxx hospital hopital patient nurse doctor docteur infirmiere
  medecin health sante clinic supporter michael jennifer jordan charlie daniel jessica ashley thomas nicole maggie ginger
  pepper cookie cheese chocolate coffee flower freedom whatever computer internet google facebook samsung mustang ferrari
  killer ninja hunter ranger tigger buster harley money matrix phoenix family angel jesus blessed`.split(/\s+/),
);

/** Rows that fingers follow: the alphabet, and the keys of two keyboards. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'];

/** Characters that people write for a letter. */
const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
};

const letters = (text: string) => text.replace(/[^a-z]/g, '');

/** Returns the words that a password's decoration may hide. */
function wordsUnder(password: string): string[] {
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^a-z@$]+|[^a-z]+$/g, '');
  const undisguised = core.replace(/[@$!0135]/g, (sign) => DISGUISES[sign] ?? sign);
  const found = [letters(lower), letters(core), letters(undisguised), letters(undisguised.replaceAll('l', 'i'))];
  return found.flatMap((word) => [word, withoutRepeat(word)]);
}

/** Reduces a repeated word: "abcabc" is "abc" to a guesser. */
function withoutRepeat(word: string): string {
  return /^(.+?)\1+$/.exec(word)?.[1] ?? word;
}

/** Returns the words of an email and of names that are long enough to be a password's core. */
function ownWords(own: readonly string[]): string[] {
  const MIN = 4;
  return own
    .flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)])
    .map((word) => letters(word.toLowerCase()))
    .filter((word) => word.length >= MIN);
}

/** Returns whether a word is a letter, one or two of these words, or a part of a row of keys. */
function isEasy(word: string, common: (part: string) => boolean): boolean {
  const isRow = word.length > 3 && ROWS.some((row) => row.repeat(2).includes(word));
  if (word.length <= 1 || isRow || common(word)) return true;
  return Array.from(word, (_, at) => at).some((at) => common(word.slice(0, at)) && common(word.slice(at)));
}

/**
 * Returns whether a password is one of those that guessers try first.
 * @param own what guessers know about the person: name, first part of the email, the product's and the hospital's name
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  if (readBreached().has(password.toLowerCase())) return true;
  const signs = new Set(password.toLowerCase());
  if (signs.size <= 2) return true;
  // In other scripts than the Latin one, only repeated signs are found.
  if (/[^\p{Script=Latin}\P{L}]/u.test(password)) return false;
  const mine = new Set(ownWords(own));
  return wordsUnder(password).some((word) => isEasy(word, (part) => COMMON.has(part) || mine.has(part)));
}
