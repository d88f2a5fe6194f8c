import { inflateRawSync } from 'node:zlib';
import type { Trust } from 'shared-ui/contract';
import { SANDBOXED_CONTRACT } from '../../../trust/version-trust.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import type { Uses } from '../code/uses.ts';
import { type HostFacts, type ShellFacts, shellName } from '../host-facts.ts';
import { FEDERATION_MANIFEST, federationManifest } from './files.ts';

/** Type declarations of a remote's exposed modules, as packed by the federation plugin. */
const TYPES_ARCHIVE = '@mf-types.zip';
/** Names the types of the archive; without one, has the declarations themselves. */
const TYPES_FILE = '@mf-types.d.ts';

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

/** Yields the name and text of each file in a zip archive. @throws RangeError when it is truncated */
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
 * Returns the platform exports that a remote's shipped types refer to, by package.
 * @throws RangeError when the archive is damaged
 */
function typesUsedIn(archive: Buffer): Uses {
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

function lacking(shell: ShellFacts, uses: Uses, where: string, withTypes: boolean): string[] {
  return [...uses].flatMap(([key, names]) => {
    const { exports, types = [] } = shell.shared[key] ?? {};
    if (exports === undefined) return [];
    const offered = new Set(withTypes ? [...exports, ...types] : exports);
    const missing = [...names].filter((name) => !offered.has(name));
    if (missing.length === 0) return [];
    return [
      fault(
        'EXPORT_INVALID',
        `${where} ${missing.length === 1 ? 'uses' : 'use'} ${missing.join(', ')} of ${key}, which ${shellName(shell)} does not export`,
      ),
    ];
  });
}

const sizeOf = (uses: Uses) => [...uses.values()].reduce((sum, names) => sum + names.size, 0);

/** Returns the type files that the federation manifest names and that are missing or empty. */
function missingTypes({ files }: Build): string[] {
  const manifest = federationManifest(files);
  const named = typeof manifest === 'object' ? manifest.types : [];
  const missing = named.filter((path) => !files.get(path)?.length);
  if (missing.length === 0) return [];
  const verb = missing.length === 1 ? 'is' : 'are';
  return [
    `${missing.join(' and ')} ${verb} missing or empty, and ${FEDERATION_MANIFEST} names them: npm run types says why they were not generated; then build again`,
  ];
}

/** Returns a fault if a feature publishes no types, neither of the build preset nor written by hand. */
function unpublishedTypes({ files, declaration: { contract } }: Build, trust: Trust): string[] {
  if (trust === 'sandboxed' || contract === SANDBOXED_CONTRACT) return [];
  if ([TYPES_ARCHIVE, TYPES_FILE].some((path) => files.get(path)?.length)) return [];
  return [
    `there are no types, which every feature publishes: build without --env dev, which writes ${TYPES_ARCHIVE}, or add a ${TYPES_FILE}`,
  ];
}

/**
 * Checks that the types for other projects exist, and that the host exports every name of a shared package that is used
 * in the code or in these types.
 */
export function typesClause(build: Build, { shells }: HostFacts, trust: Trust): ClauseResult {
  const { files, code, declaration } = build;
  const archive = files.get(TYPES_ARCHIVE);
  const types = archive === undefined ? undefined : typesUsedIn(archive);
  const unoffered = shells.flatMap((shell) => [
    ...lacking(shell, code.uses, 'the code', false),
    ...lacking(shell, types ?? new Map(), TYPES_ARCHIVE, true),
  ]);
  const missing = missingTypes(build);
  const faults = [...(missing.length > 0 ? missing : unpublishedTypes(build, trust)), ...unoffered];
  if (Object.keys(declaration.shared).length === 0)
    return clauseResult('types', faults, 'nothing is used from the host');
  const seen = [
    code.uses.size > 0 ? `${sizeOf(code.uses)} names in the code` : 'the code does not show which names it uses',
    types === undefined ? 'no archive of types is shipped' : `${sizeOf(types)} in the types`,
  ];
  const compared = shells.filter(({ shared }) => Object.values(shared).some((offer) => offer.exports)).map(shellName);
  return clauseResult('types', faults, `${seen.join(', ')}; compared with ${compared.join(' and ')}`);
}
