/** Escape sequences of HL7 version 2, which the parser leaves as they are. */
import { isUtf8 } from 'node:buffer';
import type { Hl7Context } from '@medplum/core';

type Separators = Pick<
  Hl7Context,
  'fieldSeparator' | 'componentSeparator' | 'repetitionSeparator' | 'escapeCharacter' | 'subcomponentSeparator'
>;

/** Truncation character of version 2.7 and later. */
const TRUNCATION = '#';

/** A separator; a formatting command; bytes; a character set; a sender's own; emphasis on or off. */
const SEQUENCE = String.raw`[FSTREP]|\.[A-Za-z]{2}[+-]?\d{0,3}|[Xx](?:[0-9A-Fa-f]{2})+|C[0-9A-Fa-f]{4}|M[0-9A-Fa-f]{4,6}|Z\w{0,64}|[HN]`;

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Returns the characters of bytes in UTF-8 or, if they are none, in Latin-1 with Windows' quotation marks. */
function decoded(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return isUtf8(bytes) ? bytes.toString('utf8') : WINDOWS_1252.decode(bytes);
}

/** Returns the lines and spaces of a formatting command; `.sp` and `.sk` may count them. */
function formatted(command: string): string {
  const count = Number(/\d+/.exec(command)?.[0] ?? '1');
  switch (command.slice(1, 3).toLowerCase()) {
    case 'br':
    case 'ce':
      return '\n';
    case 'sp':
      return '\n'.repeat(Math.min(count, 20));
    case 'sk':
      return ' '.repeat(Math.min(count, 80));
    default:
      return '';
  }
}

function meaningOf(sequence: string, separators: Separators): string {
  const characters: Readonly<Record<string, string>> = {
    F: separators.fieldSeparator,
    S: separators.componentSeparator,
    T: separators.subcomponentSeparator,
    R: separators.repetitionSeparator,
    E: separators.escapeCharacter,
    P: TRUNCATION,
  };
  if (sequence.startsWith('.')) return formatted(sequence);
  return /^x/i.test(sequence) ? decoded(sequence.slice(1)) : (characters[sequence] ?? '');
}

/** Control characters other than tabs and line ends, and halves of characters: PostgreSQL refuses some. */
const NO_TEXT = /[^\P{Cc}\t\n]|\p{Cs}/gu;

/**
 * Returns text with its escape sequences undone. Lines end in "\n"; changes of emphasis and of character set disappear.
 * What is no sequence, such as the path `C:\temp`, stays.
 */
export function unescapeText(text: string, separators: Separators): string {
  // A separator is neither a letter nor a digit.
  const quote = `\\${separators.escapeCharacter}`;
  const undone = text.includes(separators.escapeCharacter)
    ? text.replace(new RegExp(`${quote}(${SEQUENCE})${quote}`, 'g'), (_all, sequence: string) =>
        meaningOf(sequence, separators),
      )
    : text;
  return undone.replace(/\r\n?/g, '\n').replace(NO_TEXT, '');
}

/** Returns text for a field of a message: `unescapeText` returns it as it was. */
export function escapeText(text: string, separators: Separators): string {
  const names = new Map([
    [separators.fieldSeparator, 'F'],
    [separators.componentSeparator, 'S'],
    [separators.subcomponentSeparator, 'T'],
    [separators.repetitionSeparator, 'R'],
    [separators.escapeCharacter, 'E'],
    ['\n', '.br'],
  ]);
  const quote = separators.escapeCharacter;
  return Array.from(text, (character) => {
    const name = names.get(character);
    return name === undefined ? character : quote + name + quote;
  }).join('');
}
