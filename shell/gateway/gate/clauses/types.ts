import { type Answer, answer, fault } from '../answer.ts';
import type { Build } from '../build.ts';
import type { Uses } from '../code/uses.ts';
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

/** Whether the host exports every name of a shared package that the code uses, or that the types name which it ships. */
export function typesClause({ files, code, declaration }: Build, { shells }: HostFacts): Answer {
  const archive = files.get(TYPES_ARCHIVE);
  const types = archive === undefined ? undefined : typesUsedIn(archive);
  const faults = shells.flatMap((shell) => [
    ...lacking(shell, code.uses, 'the code', false),
    ...lacking(shell, types ?? new Map(), TYPES_ARCHIVE, true),
  ]);
  if (Object.keys(declaration.shared).length === 0) return answer('types', faults, 'nothing is taken from the host');
  const seen = [
    code.uses.size > 0 ? `${sizeOf(code.uses)} names in the code` : 'the code does not show which names it uses',
    types === undefined ? 'no types are shipped' : `${sizeOf(types)} in the types`,
  ];
  const compared = shells.filter(({ shared }) => Object.values(shared).some((offer) => offer.exports)).map(shellName);
  return answer('types', faults, `${seen.join(', ')}; compared with ${compared.join(' and ')}`);
}
