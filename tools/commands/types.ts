import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { REPO } from 'server-kit/paths';

/**
 * Every project that TypeScript checks. Folders with the same options are checked as one, so that what they share is
 * checked once: what runs in pages (browser), and what runs in Node, except the API, which may not use the DOM's types.
 */
const PROJECTS = ['tsconfig.browser.json', 'shell/tsconfig.worker.json', 'tsconfig.node.json', 'mock-api'];

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/** Several would work on different files at once, and each would find out again what the others know: twice the work. */
const ONE_CHECKER = ['--checkers', '1'];

const isSound = (project: string) =>
  spawnSync(process.execPath, [TSC, '-p', project, ...ONE_CHECKER], { cwd: REPO, stdio: 'inherit' }).status === 0;

process.exitCode = PROJECTS.every(isSound) ? 0 : 1;
