import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from 'server-kit/disk';

/** A line of tsc that names a place: "src/App.tsx(2,33): error TS2307: …". */
const PLACE = /^(\S.*)\((\d+),(\d+)\): /gm;

/**
 * Returns what the project's own TypeScript reports, each with `file:line:column`; empty without errors, and in a project
 * without TypeScript.
 */
export async function typeErrors(folder: string): Promise<string> {
  if (!(await exists(join(folder, 'tsconfig.json')))) return '';
  const tsc = join(
    dirname(createRequire(join(folder, 'package.json')).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const check = promisify(execFile)(process.execPath, [tsc, '--noEmit', '--pretty', 'false'], { cwd: folder });
  const output = await check.then(
    () => '',
    (failure: { stdout?: string; stderr?: string }) => `${failure.stdout}${failure.stderr}`,
  );
  return output.replaceAll(PLACE, '$1:$2:$3 - ').trim();
}
