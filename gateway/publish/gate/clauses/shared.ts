import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { sharedMissing } from '../../../../shell/src/remotes/failure.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import { type HostFacts, listsSharedPackages, type ShellFacts, shellName } from '../host-facts.ts';

/** Returns `react` for `react/jsx-runtime`: an installed module has the version of its package. */
const packageOf = (name: string) => name.split('/')[0] ?? name;

/** Returns whether a shared module or its package is declared. */
const isNamed = (shared: Record<string, string>, name: string) =>
  Object.hasOwn(shared, name) || Object.hasOwn(shared, packageOf(name));

function offeredBy({ which, shared }: ShellFacts, name: string): string | undefined {
  return (shared[name] ?? (which === 'packed' ? shared[packageOf(name)] : undefined))?.version;
}

function lacking(shell: ShellFacts, shared: Record<string, string>): string[] {
  return Object.entries(shared).flatMap(([name, range]) => {
    const offered = offeredBy(shell, name);
    if (offered !== undefined && satisfies(offered, range)) return [];
    const problem = sharedMissing(name, range, offered === undefined ? [] : [offered]);
    return [
      fault(
        'SHARED_MISSING',
        `"shared.${name}": ${problem} (${shellName(shell)}): build against what it offers, or publish the shell first`,
      ),
    ];
  });
}

function comparedShells({ shells }: HostFacts): string {
  const silent = shells.filter((shell) => !listsSharedPackages(shell)).map(shellName);
  return [
    `compared with ${shells.filter(listsSharedPackages).map(shellName).join(' and ')}`,
    ...silent.map((name) => `${name} does not list what it offers`),
  ].join('; ');
}

/** Checks that the active and the previous shell offer every shared package in the requested range. */
export function sharedClause({ declaration, code }: Build, facts: HostFacts): ClauseResult {
  const { shared } = declaration;
  const ranges = Object.entries(shared).filter(([, range]) => validRange(range) === null);
  const undeclared = [...code.uses.keys()].filter((name) => !isNamed(shared, name));
  const faults = [
    ...ranges.map(([name, range]) =>
      fault('MANIFEST_INVALID', `"shared.${name}" is "${range}", which is not a range like "^1.2.0"`),
    ),
    ...undeclared.map((name) =>
      fault('SHARED_MISSING', `"shared" lacks ${name}, which the code uses from the host: list it with its range`),
    ),
    ...facts.shells.filter(listsSharedPackages).flatMap((shell) => lacking(shell, shared)),
  ];
  return clauseResult(
    'shared',
    faults,
    Object.keys(shared).length === 0 ? 'nothing is used from the host' : comparedShells(facts),
  );
}
