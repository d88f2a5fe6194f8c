import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { REMOTE_NAMES } from '../../gateway/publish/package-build.ts';

/** Every project that TypeScript checks, including each remote of this repository. */
const PROJECTS = [
  'shared-ui',
  'shell',
  'shell/tsconfig.node.json',
  'shell/tsconfig.worker.json',
  'gateway',
  'tools',
  'tools/tsconfig.feature.json',
  ...REMOTE_NAMES.map((name) => `${name}-mfe`),
  'mock-api',
  'e2e',
  'e2e/contracts',
  'docs/site',
];

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

const isSound = (project: string) =>
  spawnSync(process.execPath, [TSC, '-p', project], { cwd: REPO, stdio: 'inherit' }).status === 0;

process.exitCode = PROJECTS.every(isSound) ? 0 : 1;
