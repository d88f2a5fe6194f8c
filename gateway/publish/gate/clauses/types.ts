import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import type { Uses } from '../code/uses.ts';
import { FEDERATION_MANIFEST, federationManifest } from '../federation-manifest.ts';
import { type HostFacts, type ShellFacts, shellName } from '../host-facts.ts';
import { TYPES_ARCHIVE, typesUsedIn } from '../types-archive.ts';

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
  return named
    .filter((path) => !files.get(path)?.length)
    .map(
      (path) =>
        `${path} is missing or empty, and ${FEDERATION_MANIFEST} names it: build again, and see why it was not made`,
    );
}

/**
 * Checks that the types for other projects exist, and that the host exports every name of a shared package that is used
 * in the code or in these types.
 */
export function typesClause(build: Build, { shells }: HostFacts): ClauseResult {
  const { files, code, declaration } = build;
  const archive = files.get(TYPES_ARCHIVE);
  const types = archive === undefined ? undefined : typesUsedIn(archive);
  const unoffered = shells.flatMap((shell) => [
    ...lacking(shell, code.uses, 'the code', false),
    ...lacking(shell, types ?? new Map(), TYPES_ARCHIVE, true),
  ]);
  const faults = [...missingTypes(build), ...unoffered];
  if (Object.keys(declaration.shared).length === 0)
    return clauseResult('types', faults, 'nothing is taken from the host');
  const seen = [
    code.uses.size > 0 ? `${sizeOf(code.uses)} names in the code` : 'the code does not show which names it uses',
    types === undefined ? 'no types are shipped' : `${sizeOf(types)} in the types`,
  ];
  const compared = shells.filter(({ shared }) => Object.values(shared).some((offer) => offer.exports)).map(shellName);
  return clauseResult('types', faults, `${seen.join(', ')}; compared with ${compared.join(' and ')}`);
}
