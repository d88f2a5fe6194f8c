import { gzipSync } from 'node:zlib';
import type { Trust } from 'shared-ui/contract';
import { FOR_TOOLS, isPrefetched } from 'shared-ui/contract/host';
import { checkStyles } from 'shared-ui/contract/styles';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';

/** Limit for a remote's first screen, in bytes after gzip (docs/add-a-remote.md, "What it is held to"). */
const FIRST_SCREEN = 40_000;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const zipped = ({ files }: Build, paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(files.get(path) ?? '', { level: 9 }).length, 0);

/** Returns the files of the first screen: the entry, the exposed module's files, and the largest chunk of a route. */
function firstScreen(build: Build): { bytes: number; paths: string[] } {
  const { entry, preload = [], chunks = {} } = build.declaration;
  const screens = [[], ...Object.values(chunks).map((chunk) => chunk.preload)].map((own) => {
    const paths = [...new Set([entry, ...preload, ...own])];
    return { bytes: zipped(build, paths), paths };
  });
  return screens.reduce((most, one) => (one.bytes > most.bytes ? one : most));
}

/** Returns whether a chunk has a name: a bare number changes in the next version, so phones fetch the file again. */
const hasName = (path: string) => !/^\d+\.[0-9a-f]{8,}\.[cm]?js$/.test(path.slice(path.lastIndexOf('/') + 1));

/** Returns whether a file is loaded on demand, by a name that appears in the code. */
function isOnDemand({ files, code, declaration }: Build, path: string): boolean {
  const { entry, preload = [], chunks = {} } = declaration;
  const first = [entry, ...preload, ...Object.values(chunks).flatMap((chunk) => chunk.preload)];
  if (first.includes(path) || !hasName(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    code.named.has(path) ||
    [...files].some(([other, content]) => other !== path && /\.[cm]?js$/.test(other) && content.includes(name))
  );
}

/** Returns files that phones would prefetch if they were smaller, and that no code names. */
function tooLarge(build: Build): [string, number][] {
  const sizes = Object.fromEntries([...build.files].map(([path, content]) => [path, content.length]));
  return Object.entries(sizes).filter(([path, size]) => {
    const isLarge =
      !isPrefetched(path, { sizes: { [path]: size } }) && !FOR_TOOLS.test(path) && !/\.(map|txt|d\.ts)$/.test(path);
    return isLarge && size > LARGEST && !isOnDemand(build, path);
  });
}

/** Largest file that phones prefetch with a version, in bytes. */
const LARGEST = 300_000;

/** Checks the size limits: 40 kB after gzip for the first screen, 300 kB per file that isn't loaded on demand. */
export function budgetClause(build: Build): ClauseResult {
  const { bytes, paths } = firstScreen(build);
  const isTooMuch = bytes > FIRST_SCREEN;
  // A large file of a first screen that is too large is one fault, not two.
  const large = tooLarge(build).filter(([path]) => !isTooMuch || !paths.includes(path));
  const faults = large.map(
    ([path, size]) =>
      `${path} has ${kilobytes(size)}, more than 300 kB: split it, or load it on demand by its own name`,
  );
  const summary = `${kilobytes(bytes)} of ${kilobytes(FIRST_SCREEN)} after gzip to the first screen (${paths.join(', ')})`;
  if (isTooMuch) {
    const size = `the first screen has ${kilobytes(bytes)} after gzip, more than ${kilobytes(FIRST_SCREEN)} (${paths.join(', ')})`;
    faults.unshift(`${size}: load on demand what it doesn't show`);
  }
  return clauseResult('budget', faults, summary);
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/**
 * Checks that the styles of the build stay within the remote's root. Styles that only exist at run time are disabled by
 * the shell when the remote's screen is left.
 */
export function stylesClause({ declaration, files, code }: Build, trust: Trust): ClauseResult {
  if (trust === 'sandboxed') return clauseResult('styles', [], 'a sandboxed version has a page of its own');
  const sheets = new Map(
    [...files].filter(([path]) => path.endsWith('.css')).map(([path, css]) => [path, css.toString()]),
  );
  const report = checkStyles(declaration.name, { sheets, scripts: code.programs });
  const checked = `${count(report.sheets, 'stylesheet')}, ${report.embedded} in scripts`;
  return clauseResult('styles', report.faults, `${checked}; the shell disables what is added at run time on leaving`);
}
