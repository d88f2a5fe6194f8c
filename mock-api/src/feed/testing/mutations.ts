/** Mutated messages by seed, and what must hold for each of them, found without the converter's own code. */
import assert from 'node:assert/strict';
import { isObject } from '../../records/fhir/json.ts';
import { randomFrom } from '../../records/testing/mutations.ts';
import { changed } from '../fhir/merge.ts';
import { toFhir } from '../fhir/to-fhir.ts';
import { isReadable, readMessage } from '../message.ts';
import { readCases, SETTINGS } from './by-hand.ts';

const STRANGE: readonly string[] = [
  ...[
    '',
    '""',
    '|',
    '^',
    '~',
    '&',
    '\\',
    '\\F\\',
    '\\X00\\',
    '\\X',
    '\u0000',
    '\ufeff',
    '\ud800',
    'é',
    '你',
    '\n',
    '\r',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    '99999999999999',
    '-',
    '.',
    '1e999',
    '20260230',
    '00000000',
    'PID',
    'OBX|1|NM',
  ],
];

const LARGE = 'x'.repeat(50_000);
/** One message in this many is made as long as a scanned document, in characters. */
const LARGEST = { in: 400, length: 5_000_000 };

type Random = () => number;

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;

/** Changes a part of a text: cuts it, doubles it, or puts something strange into it. */
function changePart(text: string, random: Random): string {
  const [start, length] = [Math.floor(random() * text.length), Math.floor(random() * 20)];
  const part = text.slice(start, start + length);
  const dice = random();
  const other = dice < 0.3 ? '' : dice < 0.5 ? part + part : dice < 0.98 ? pick(STRANGE, random) : LARGE;
  return text.slice(0, start) + other + text.slice(start + length);
}

/** Changes one field of a segment after the header: what another one says, nothing, or something strange. */
function changeField(text: string, others: readonly string[], random: Random): string {
  const segments = text.split('\r');
  const index = 1 + Math.floor(random() * (segments.length - 1));
  const fields = segments[index]?.split('|') ?? [];
  const other = pick(pick(others, random).split('\r'), random).split('|');
  if (fields.length < 2) return text;
  fields[1 + Math.floor(random() * (fields.length - 1))] = random() < 0.6 ? pick(other, random) : pick(STRANGE, random);
  segments[index] = fields.join('|');
  return segments.join('\r');
}

/** Changes segments: leaves one out, doubles it, or exchanges two. */
function changeSegments(text: string, random: Random): string {
  const segments = text.split('\r');
  const [one, other] = [Math.floor(random() * segments.length), Math.floor(random() * segments.length)];
  const [first, second] = [segments[one] ?? '', segments[other] ?? ''];
  const dice = random();
  if (dice < 0.35) segments.splice(one, 1);
  else if (dice < 0.7) segments.splice(one, 0, second);
  else [segments[one], segments[other]] = [second, first];
  return segments.join('\r');
}

/** Fills a message up to 5 MB: in one field, or with copies of its last segment. */
function enlarged(text: string, random: Random): string {
  const missing = LARGEST.length - text.length;
  const last = `\r${text.split('\r').at(-1)}`;
  return text + (random() < 0.5 ? 'x'.repeat(missing) : last.repeat(missing / last.length));
}

/** Returns a copy with one to four changes, sometimes in another character set. */
function mutateMessage(text: string, others: readonly string[], random: Random): string {
  let mutated = text;
  for (let turn = 0; turn < 1 + random() * 4; turn += 1) {
    const dice = random();
    if (dice < 0.7) mutated = changeField(mutated, others, random);
    else mutated = dice < 0.8 ? changeSegments(mutated, random) : changePart(mutated, random);
  }
  return random() < 0.05 ? Buffer.from(mutated, 'utf8').toString('latin1') : mutated;
}

/** Fields whose content is ours: ids, codes of FHIR, and what names the message. */
const OURS: ReadonlySet<string> = new Set(
  'resourceType id status reference system contentType data docStatus use gender how issued effectiveDateTime type'.split(
    ' ',
  ),
);

/** Yields what a resource says in the sender's words or figures. */
function* wordsIn(value: unknown, name = ''): Generator<string> {
  if (name === 'meta' || (OURS.has(name) && !isObject(value) && !Array.isArray(value))) return;
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* wordsIn(item, name);
  else if (isObject(value)) for (const [field, item] of Object.entries(value)) yield* wordsIn(item, field);
  else if (typeof value === 'object' && value !== null && 'written' in value) yield String(value.written);
}

const NAMED_CODES: ReadonlySet<string> = new Set(
  'MR VN wa ro bd ATND REF CON ADM IMP EMER AMB PRENC laboratory not-asked accepted'.split(' '),
);

/** Returns only the letters and digits, by which what is written differently is the same. */
export const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Returns whether each word of a text is in the source; of a time, its year. */
function isSaid(text: string, source: string): boolean {
  if (NAMED_CODES.has(text)) return true;
  if (/^\d{4}-\d\d-\d\dT/.test(text))
    return (
      source.includes(text.slice(0, 4)) ||
      source.includes(String(Number(text.slice(0, 4)) + 1)) ||
      source.includes(String(Number(text.slice(0, 4)) - 1))
    );
  return text.split(/[\s,;/]+/).every((word) => source.includes(bare(word).replace(/^0(?=\d)/, '')));
}

export interface MutationCounts {
  read: number;
  aside: number;
  unused: number;
  unreadable: number;
}

/** Returns the letters and digits of a message, with its escape sequences left out and with their bytes undone. */
export function sourceOf(text: string, escapeCharacter: string): string {
  const mark = `\\${escapeCharacter}`;
  const bytes = text.replace(new RegExp(`${mark}X((?:[0-9A-F]{2})+)${mark}`, 'gi'), (_all, hex: string) =>
    Buffer.from(hex, 'hex').toString('utf8'),
  );
  return bare(bytes.replace(new RegExp(`${mark}(?:[FSTREHN]|\\.\\w\\w\\d*)${mark}`, 'g'), ''));
}

/** Converts a message, and checks that nothing is thrown and that all that it says is in the source. */
function checkMessage(text: string, counts: MutationCounts): void {
  const read = readMessage(text);
  if (!isReadable(read)) {
    counts.unreadable += 1;
    return;
  }
  const conversion = toFhir(read, SETTINGS);
  if ('aside' in conversion) counts.aside += 1;
  else if ('unused' in conversion) counts.unused += 1;
  else {
    counts.read += 1;
    const source = sourceOf(text, read.message.context.escapeCharacter);
    for (const { person, stay, patient, encounter, changes } of conversion.content.subjects) {
      const resources = [patient, encounter, ...changes.map((change) => changed(undefined, change))];
      for (const said of [person.value, stay?.value ?? '', ...resources.flatMap((resource) => [...wordsIn(resource)])])
        assert.ok(isSaid(said, source), `${JSON.stringify(said)} is not in the message`);
      JSON.stringify(resources);
    }
  }
}

/** Yields mutated messages of the table by hand. */
export function* mutatedMessages(count: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  const messages = readCases().map(({ message }) => message);
  for (let turn = 1; turn <= count; turn += 1) {
    const text = mutateMessage(messages[turn % messages.length] ?? '', messages, random);
    yield turn % LARGEST.in === 0 ? enlarged(text, random) : text;
  }
}

/** Checks `count` mutated messages of the table by hand. */
export function checkMutations(count: number, seed: number): MutationCounts {
  const counts: MutationCounts = { read: 0, aside: 0, unused: 0, unreadable: 0 };
  let turn = 0;
  for (const text of mutatedMessages(count, seed)) {
    turn += 1;
    try {
      checkMessage(text, counts);
    } catch (error) {
      throw new Error(`Mutation ${turn} of seed ${seed}: ${text.replace(/x{99,}/g, '(x)').slice(0, 3000)}`, {
        cause: error,
      });
    }
  }
  return counts;
}
