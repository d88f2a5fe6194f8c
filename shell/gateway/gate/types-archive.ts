import { inflateRawSync } from 'node:zlib';
import type { Uses } from './code/uses.ts';

/** The declarations of what a remote exposes, as federation's plugin packs them. */
export const TYPES_ARCHIVE = '@mf-types.zip';

/** Signatures in a zip archive: of the list of its files, and of the list's end. */
const LISTED_FILE = 0x02014b50;
const END_OF_LIST = 0x06054b50;
const END_OF_LIST_BYTES = 22;
const DEFLATED = 8;

/** Offset of the list of files in an archive; undefined where it is none. */
function listIn(archive: Buffer): number | undefined {
  for (let end = archive.length - END_OF_LIST_BYTES; end >= 0; end--) {
    if (archive.readUInt32LE(end) === END_OF_LIST) return archive.readUInt32LE(end + 16);
  }
  return undefined;
}

/** Texts of the files in a zip archive, by their names. Throws RangeError where it is cut off. */
function* textsIn(archive: Buffer): Generator<[string, string]> {
  let at = listIn(archive) ?? archive.length;
  while (at + 46 <= archive.length && archive.readUInt32LE(at) === LISTED_FILE) {
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + packed);
    yield [
      archive.toString('utf8', at + 46, at + 46 + name),
      (method === DEFLATED ? inflateRawSync(bytes) : bytes).toString(),
    ];
    at += 46 + name + extra + comment;
  }
}

/** The platform's own declarations come along where a remote is built beside it: what they import is its own matter. */
const IS_PLATFORM = /(^|\/)(shared-ui|mock-api)\//;

const NAMED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g;
const INLINE = /\bimport\(['"]([^'"]+)['"]\)\.(\w+)/g;

function* namesIn(text: string): Generator<[string, string]> {
  for (const [, names = '', from = ''] of text.matchAll(NAMED)) {
    for (const name of names.split(',')) {
      const [, imported] = /^\s*(?:type\s+)?([\w$]+)/.exec(name) ?? [];
      if (imported !== undefined && imported !== 'default') yield [from, imported];
    }
  }
  for (const [, from = '', name = ''] of text.matchAll(INLINE)) yield [from, name];
}

/** The names of the platform that the shipped types of a remote refer to, by package. Throws where the archive is damaged. */
export function typesUsedIn(archive: Buffer): Uses {
  const uses: Uses = new Map();
  for (const [path, text] of textsIn(archive)) {
    if (!path.endsWith('.d.ts') || IS_PLATFORM.test(path)) continue;
    for (const [from, name] of namesIn(text)) {
      // Types of React and the router are of packages of their own.
      if (/^shared-ui(\/|$)/.test(from)) uses.set(from, (uses.get(from) ?? new Set()).add(name));
    }
  }
  return uses;
}
