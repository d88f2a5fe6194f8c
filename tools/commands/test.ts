import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { ensureBrowsers, ensureFfmpeg, ensureIproute, ensureZbar } from './browsers/tools.ts';
import { runStages, type Stage, type StageResult } from './report/stages.ts';
import { runCommand } from './running/running.ts';

const NODE = process.execPath;
/** One process more than processors, to use the time that tests wait. */
const AT_ONCE = `--test-concurrency=${availableParallelism() + 1}`;

/**
 * Stages, what fails fastest first. Those that use all processors run alone: beside another, tests with deadlines fail,
 * and the whole takes no less time. Servers' tests wait for a fifth of their time, the packages' and those in three
 * engines for most of it.
 */
const STAGES: Stage[] = [
  { name: 'lint', after: [], commands: [['npm', 'run', 'lint']] },
  { name: 'types', after: [], commands: [['npm', 'run', 'types']] },
  { name: 'unit', after: ['lint'], commands: [['npm', 'run', 'unit']] },
  { name: 'build', after: ['types', 'unit'], commands: [[NODE, join('tools', 'commands', 'build.ts')]] },
  { name: 'gallery', after: ['build'], commands: [[NODE, join('tools', 'commands', 'building', 'gallery.ts')]] },
  {
    name: 'server',
    after: ['build'],
    commands: [
      [
        NODE,
        join('tools', 'commands', 'node-tests.ts'),
        'gateway/**/*.test.ts',
        'tools/{bench,commands,conformance,media,release}/**/*.test.ts',
        'tools/remote-tools/*/*.test.ts',
        'shell/webpack/*.test.ts',
        'shared-ui/surface/**/*.test.ts',
        'e2e/engines/*.test.ts',
        'docs/site/**/*.test.ts',
      ],
    ],
  },
  { name: 'api', after: ['build'], commands: [['npm', 'test', '-w', 'mock-api']] },
  {
    name: 'operate',
    after: ['server', 'api'],
    commands: [[NODE, '--test', AT_ONCE, 'e2e/operation/{*,restarts/*}.test.ts']],
  },
  {
    name: 'packages',
    after: ['gallery', 'server', 'api'],
    commands: [[NODE, '--test', 'e2e/operation/packages/*.test.ts']],
  },
  { name: 'engines', after: ['operate'], commands: [[NODE, join('tools', 'commands', 'engines.ts'), '--short']] },
  { name: 'e2e', after: ['gallery', 'engines'], commands: [['npm', 'test', '-w', 'e2e']] },
];

function printSummary(results: StageResult[], total: number): void {
  console.log('\n== summary ==');
  for (const { name, ok, passed, failed, seconds } of results) {
    const counts = passed + failed === 0 ? '' : `${passed} passed, ${failed} failed`;
    console.log(
      `  ${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`.trimEnd(),
    );
  }
  console.log(`         total    ${`${total.toFixed(1)} s`.padStart(8)}`);
  const broken = results.find(({ ok }) => !ok);
  if (broken !== undefined) {
    console.log(`\nStopped at the stage "${broken.name}".`);
    for (const failure of broken.failures) console.log(`  ${failure}`);
  }
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}

runCommand(async () => {
  const browsers = ensureBrowsers(process.env);
  ensureFfmpeg(process.env);
  ensureZbar(process.env);
  ensureIproute(process.env);
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  // Tests start hundreds of processes whose code has no build, so Node's compile cache is kept between them.
  const cache = { NODE_COMPILE_CACHE: join(REPO, 'node_modules', '.cache', 'node') };
  const env = { ...process.env, ...colour, ...browsers, ...cache, npm_config_loglevel: 'error' };
  const began = performance.now();
  const results = await runStages(STAGES, env);
  printSummary(results, (performance.now() - began) / 1000);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
});
