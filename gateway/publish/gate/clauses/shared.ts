import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import type { FolderFiles } from 'server-kit/disk';
import type { Trust } from 'shared-ui/contract';
import { sharedMissing } from 'shared-ui/contract/host';
import { SANDBOXED_CONTRACT } from '../../../trust/version-trust.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import { type HostFacts, listsSharedPackages, type ShellFacts, shellName } from '../host-facts.ts';

/** A copy of React in a build's file. */
interface ReactCopy {
  file: string;
  /** `19.3.1`; "18 or older" for a JSX runtime, which doesn't say its version. */
  version: string;
}

/** Kinds of elements: only code of React itself and of its JSX runtime creates them. */
const ELEMENT = /Symbol\.for\(["']react\.(transitional\.)?element["']\)/;
const VERSION = /\.version\s*=\s*["'](\d+\.\d+\.\d+[^"']*)["']/;
/** Assignments of the JSX runtime and of React. */
const JSX = /\.jsxs?\s*=[^=]/;
const HOOK = /\.useState\s*=[^=]/;

function reactIn(text: string): string | undefined {
  const [symbol] = ELEMENT.exec(text) ?? [];
  if (symbol === undefined) return undefined;
  if (HOOK.test(text)) return VERSION.exec(text)?.[1];
  return JSX.test(text) && !symbol.includes('transitional') ? '18 or older' : undefined;
}

function reactCopiesIn(files: FolderFiles): ReactCopy[] {
  return [...files].flatMap(([file, content]) => {
    const version = /\.[cm]?js$/.test(file) ? reactIn(content.toString()) : undefined;
    return version === undefined ? [] : [{ file, version }];
  });
}

const REACT = 'react';

/** Returns `react` for `react/jsx-runtime`: an installed module has the version of its package. */
const packageOf = (name: string) => name.split('/')[0] ?? name;

/** Returns whether a shared module or its package is declared. */
const isNamed = (shared: Record<string, string>, name: string) =>
  Object.hasOwn(shared, name) || Object.hasOwn(shared, packageOf(name));

function offeredBy({ which, shared }: ShellFacts, name: string): string | undefined {
  return (shared[name] ?? (which === 'packed' ? shared[packageOf(name)] : undefined))?.version;
}

/** Shared modules that shells lack in the same range. */
interface Lack {
  range: string;
  offered: string | undefined;
  names: Set<string>;
  shells: Set<string>;
}

/** Returns what shells lack: one entry for all modules (React and its DOM) and shells of which the same can be said. */
function lacks(shells: readonly ShellFacts[], shared: Record<string, string>): Lack[] {
  const found = new Map<string, Lack>();
  for (const shell of shells) {
    for (const [name, range] of Object.entries(shared)) {
      const offered = offeredBy(shell, name);
      if (offered !== undefined && satisfies(offered, range)) continue;
      const key = offered === undefined ? name : `${range} ${offered}`;
      const lack = found.get(key) ?? { range, offered, names: new Set(), shells: new Set() };
      lack.names.add(name);
      lack.shells.add(shellName(shell));
      found.set(key, lack);
    }
  }
  return [...found.values()];
}

function lackFault({ range, offered, names, shells }: Lack): string {
  const packages = [...new Set([...names].map(packageOf))];
  const fields = [...names].map((one) => `"shared.${one}"`).join(', ');
  const [name = ''] = offered === undefined ? names : [packages.join(' and ')];
  const problem = `${sharedMissing(name, range, offered === undefined ? [] : [offered])} (${[...shells].join(' and ')})`;
  const fix =
    offered === undefined
      ? 'leave it out of "shared" and bundle it, or have the operator publish a shell that offers it'
      : `install ${packages.map((one) => `${one}@${offered}`).join(' ')} and build again, or have the operator publish a shell that offers yours`;
  return fault('SHARED_MISSING', `${fields}: ${problem}: ${fix}`);
}

/**
 * Returns a fault if a feature brings a React that can't work in the page: elements and hooks need the page's own. A copy
 * of the same major version, for hosts that share none, is never loaded.
 */
function ownReact({ declaration, files }: Build, { shells }: HostFacts): string[] {
  const offered = shells.map((shell) => offeredBy(shell, REACT)).find((version) => version !== undefined);
  const isShared = isNamed(declaration.shared, REACT);
  const wrong = reactCopiesIn(files).filter(
    ({ version }) => !isShared || (offered !== undefined && version.split('.')[0] !== offered.split('.')[0]),
  );
  const [copy] = wrong;
  if (copy === undefined) return [];
  const fix = `install react@^${offered}, and share it with import: false, as the build preset does`;
  return [
    fault('SHARED_MISSING', `${copy.file} contains React ${copy.version}, but pages run React ${offered}: ${fix}`),
  ];
}

function comparedShells({ shells }: HostFacts): string {
  const silent = shells.filter((shell) => !listsSharedPackages(shell)).map(shellName);
  return [
    `compared with ${shells.filter(listsSharedPackages).map(shellName).join(' and ')}`,
    ...silent.map((name) => `${name} does not list what it offers`),
  ].join('; ');
}

/** Checks that the active and the previous shell offer every shared package in the requested range. */
export function sharedClause(build: Build, facts: HostFacts, trust: Trust): ClauseResult {
  const { declaration, code } = build;
  const { shared } = declaration;
  const missing = lacks(facts.shells.filter(listsSharedPackages), shared);
  const isFeature = trust === 'trusted' && declaration.contract !== SANDBOXED_CONTRACT;
  const ranges = Object.entries(shared).filter(([, range]) => validRange(range) === null);
  const undeclared = [...code.uses.keys()].filter((name) => !isNamed(shared, name));
  const faults = [
    ...ranges.map(([name, range]) =>
      fault('MANIFEST_INVALID', `"shared.${name}" is "${range}", which is not a range like "^1.2.0"`),
    ),
    ...undeclared.map((name) =>
      fault('SHARED_MISSING', `"shared" lacks ${name}, which the code uses from the host: list it with its range`),
    ),
    ...missing.map(lackFault),
    // A build that also asks for this React has one fault, not two.
    ...(isFeature && !missing.some(({ names }) => names.has(REACT)) ? ownReact(build, facts) : []),
  ];
  return clauseResult(
    'shared',
    faults,
    Object.keys(shared).length === 0 ? 'nothing is used from the host' : comparedShells(facts),
  );
}
