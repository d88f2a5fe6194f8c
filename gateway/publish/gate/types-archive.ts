import { inflateRawSync } from 'node:zlib';
import type { Uses } from './code/uses.ts';

/** Type declarations of a remote's exposed modules, as packed by the federation plugin. */
export const TYPES_ARCHIVE = '@mf-types.zip';

/** Signatures in a zip archive: an entry of the central directory, and the directory's end. */
const LISTED_FILE = 0x02014b50;
const END_OF_LIST = 0x06054b50;
const END_OF_LIST_BYTES = 22;
const DEFLATED = 8;

/** Returns the offset of the central directory; undefined if this is not a zip archive. */
function listIn(archive: Buffer): number | undefined {
  for (let end = archive.length - END_OF_LIST_BYTES; end >= 0; end--) {
    if (archive.readUInt32LE(end) === END_OF_LIST) return archive.readUInt32LE(end + 16);
  }
  return undefined;
}

/** Yields the name and text of each file in a zip archive. Throws RangeError when it is truncated. */
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

/** Declarations of the platform, included when a remote is built in its repository. Their imports don't count. */
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

/**
 * Returns the platform exports that a remote's shipped types refer to, by package. Throws when the archive is damaged.
 */
export function typesUsedIn(archive: Buffer): Uses {
  const uses: Uses = new Map();
  for (const [path, text] of textsIn(archive)) {
    if (!path.endsWith('.d.ts') || IS_PLATFORM.test(path)) continue;
    for (const [from, name] of namesIn(text)) {
      // React and the router have separate type packages.
      if (/^shared-ui(\/|$)/.test(from)) uses.set(from, (uses.get(from) ?? new Set()).add(name));
    }
  }
  return uses;
}
