import { integrityOf } from 'server-kit/disk';
import { FIRST_SCREENS } from 'shared-ui/contract/documents';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import { disagreements, FEDERATION_MANIFEST, federationManifest } from '../federation-manifest.ts';
import { firstScreenFaults } from './first-screens.ts';

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
