import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { runCommand } from '../running/running.ts';

/** Licences (SPDX) for shipped packages, which require a notice at most. */
const SHIPPED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Licences for build and test tools. They are never distributed, so conditions on distribution don't apply. */
const TOOLS = new Set([...SHIPPED, 'CC-BY-4.0', 'MPL-2.0', 'Python-2.0']);

/** Licences that packages state only in a file (read for this version), which lock files don't know. */
const STATED_IN_FILE: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** One version of a package. */
interface Licensed {
  name: string;
  /** SPDX expression, or `none` if the package has none. */
  licence: string;
  /** Whether the package is only needed for building and testing. */
  isTool: boolean;
}

/** Returns every package in a lockfile (version 3) for all platforms, except the product's own. */
export function packagesOf(lockfile: string): Licensed[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version = '', license, dev = false }]) => {
      const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
      return { name, licence: license ?? STATED_IN_FILE[name] ?? 'none', isTool: dev };
    });
}

/** Returns whether the allowed licences satisfy an SPDX expression: one of those joined by OR, all joined by AND. */
export function isMet(expression: string, allowed: ReadonlySet<string>): boolean {
  const inner = expression.trim();
  const outside = inner.replace(/^\((.*)\)$/, '$1');
  const either = outside.split(/\s+OR\s+/);
  if (either.length > 1) return either.some((part) => isMet(part, allowed));
  return outside.split(/\s+AND\s+/).every((licence) => allowed.has(licence));
}

/** Returns the packages whose licence is not allowed for their use. */
export function notAllowed(packages: readonly Licensed[]): Licensed[] {
  return packages.filter(({ licence, isTool }) => !isMet(licence, isTool ? TOOLS : SHIPPED));
}

function listOf(title: string, packages: readonly Licensed[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence);
  const groups = [...byLicence].sort(([, one], [, other]) => other.length - one.length);
  const lines = groups.map(
    ([licence, all]) => `  ${licence} (${all.length}): ${all.map(({ name }) => name).join(', ')}`,
  );
  return [`${title}: ${packages.length} packages`, ...lines].join('\n');
}

/** Prints every package by licence. Fails if one is not allowed. */
function main(): void {
  const packages = packagesOf(readFileSync(join(REPO, 'package-lock.json'), 'utf8'));
  const [tools, shipped] = [packages.filter(({ isTool }) => isTool), packages.filter(({ isTool }) => !isTool)];
  console.log(`${listOf('Part of the product', shipped)}\n\n${listOf('For building and testing only', tools)}`);
  const wrong = notAllowed(packages);
  if (wrong.length === 0) return;
  const named = wrong.map(({ name, licence }) => `  ${name}: ${licence}`).join('\n');
  throw new PlainError(
    `Licences that are not allowed for their use (see tools/commands/review/licences.ts):\n${named}`,
  );
}

if (import.meta.main) runCommand(async () => main());
