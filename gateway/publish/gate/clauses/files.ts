import { type FolderFiles, integrityOf } from 'server-kit/disk';
import { isRecord, readDocument } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import type { Declaration } from 'shared-ui/contract';
import { FIRST_SCREENS, parseFirstScreens } from 'shared-ui/contract/documents';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';

/** Written by the federation plugin, for tools that don't know remote.json. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** The part of a federation manifest that the gate reads. */
interface Read {
  entry: string;
  container: unknown;
  exposes: unknown[];
  /** Scripts of the exposed modules. */
  scripts: string[];
  /** Type files of the exposed modules; empty for a build without types. */
  types: string[];
}

type FederationManifest = Read | 'absent' | 'broken';

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const names = (values: unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

function scriptsOf(expose: unknown): string[] {
  const { sync, async: later } = record(record(record(expose).assets).js);
  return names([sync, later].flat());
}

/** Reads a build's federation manifest, if it exists and has the form that tools expect. */
export function federationManifest(files: FolderFiles): FederationManifest {
  const text = files.get(FEDERATION_MANIFEST)?.toString();
  if (text === undefined) return 'absent';
  try {
    const { metaData, exposes } = record(JSON.parse(text));
    if (!isRecord(metaData) || !Array.isArray(exposes)) return 'broken';
    const { path = '', name = '' } = record(metaData.remoteEntry);
    const { zip, api } = record(metaData.types);
    return {
      entry: `${path}${name}`,
      container: metaData.globalName,
      exposes: exposes.map((expose) => record(expose).path),
      scripts: exposes.flatMap(scriptsOf),
      types: names([zip, api]),
    };
  } catch {
    return 'broken';
  }
}

/** Returns how a federation manifest differs from remote.json: tools would load something other than pages do. */
function disagreements(manifest: FederationManifest, { entry, container, expose }: Declaration): string[] {
  if (manifest === 'absent') return [];
  if (manifest === 'broken') return [`${FEDERATION_MANIFEST} can't be read: build again`];
  const problem = (what: string, here: unknown, there: string) =>
    `${FEDERATION_MANIFEST} has the ${what} ${here}, but remote.json has ${there}: build again`;
  return [
    ...(manifest.entry === entry ? [] : [problem('entry', manifest.entry, entry)]),
    ...(manifest.container === container ? [] : [problem('container', manifest.container, container)]),
    ...(manifest.exposes.includes(expose) ? [] : [problem('exposed module', manifest.exposes.join(', '), expose)]),
  ];
}

/** Returns every file that remote.json or the code names -> what names it. */
function namedFiles(build: Build): Map<string, string> {
  const { entry, preload = [], chunks = {}, prerender = [] } = build.declaration;
  const named = new Map<string, string>();
  const name = (path: string, by: string) => void (named.has(path) || named.set(path, by));
  name(entry, '"entry" of remote.json');
  for (const path of preload) name(path, '"preload" of remote.json');
  for (const [chunk, needs] of Object.entries(chunks))
    for (const path of needs.preload) name(path, `"chunks.${chunk}" of remote.json`);
  if (prerender.length > 0) name(FIRST_SCREENS, '"prerender" of remote.json');
  for (const path of Object.keys(build.hashes)) name(path, '"files" of remote.json');
  for (const path of build.code.named) name(path, 'the code of the build');
  const manifest = federationManifest(build.files);
  if (typeof manifest === 'object') for (const path of manifest.scripts) name(path, FEDERATION_MANIFEST);
  return named;
}

/** Checks that every file that pages will request exists, is the intended one and is readable. */
export function filesClause(build: Build): ClauseResult {
  const { files, hashes, declaration, code } = build;
  const part = (path: string) => (path === declaration.entry ? 'ENTRY' : 'CHUNK');
  const named = [...namedFiles(build)];
  const missing = named.filter(([path]) => !files.has(path));
  const empty = named.filter(([path]) => files.get(path)?.length === 0);
  const other = Object.entries(hashes).filter(([path, hash]) => {
    const content = files.get(path);
    return content !== undefined && integrityOf(content) !== hash;
  });
  const faults = [
    ...missing.map(([path, by]) =>
      fault(`${part(path)}_UNAVAILABLE`, `${path} is not there, but ${by} names it: build again`),
    ),
    ...empty.map(([path]) => fault(`${part(path)}_UNAVAILABLE`, `${path} is empty: build again`)),
    ...other.map(([path]) =>
      fault(
        `${part(path)}_INTEGRITY`,
        `${path} has another hash than "files" of remote.json says: remove "files", or use the right file`,
      ),
    ),
    ...firstScreenFaults(build),
    ...disagreements(federationManifest(files), declaration),
    ...[...code.broken].map(([path, why]) => fault('EXPORT_INVALID', `${path} can't be read as JavaScript: ${why}`)),
  ];
  return clauseResult('files', faults, `${named.length} named, all of them there`);
}

/** Returns what is wrong with the prerendered screens, if the declaration names any. */
function firstScreenFaults({ files, declaration: { prerender = [] } }: Build): string[] {
  const text = files.get(FIRST_SCREENS)?.toString();
  // A missing file is reported like any other.
  if (prerender.length === 0 || !text) return [];
  try {
    const { screens } = readDocument(text, FIRST_SCREENS, parseFirstScreens);
    return prerender
      .filter((path) => !Object.hasOwn(screens, path))
      .map((path) =>
        fault('MANIFEST_INVALID', `"prerender" names ${path}, but ${FIRST_SCREENS} has no such screen: build again`),
      );
  } catch (thrown) {
    if (thrown instanceof PlainError) return [fault('MANIFEST_INVALID', thrown.message)];
    throw thrown;
  }
}
