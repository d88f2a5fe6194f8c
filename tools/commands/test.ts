import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { ensureBrowsers, ensureFfmpeg, ensureIproute, ensureZbar } from './browsers/tools.ts';
import { readFailures, readTotals } from './report/results.ts';
import { runCommand } from './running/running.ts';

interface Stage {
  name: string;
  commands: [string, ...string[]][];
}

const NODE = process.execPath;
/** One more file than processors: these tests spend a fifth of their time waiting for processes and timers. */
const AT_ONCE = `--test-concurrency=${availableParallelism() + 1}`;
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Stages in order: what fails fastest comes first. */
const STAGES: Stage[] = [
  { name: 'lint', commands: [['npm', 'run', 'lint']] },
  { name: 'types', commands: [['npm', 'run', 'types']] },
  { name: 'unit', commands: [['npm', 'run', 'unit']] },
  {
    name: 'server',
    commands: [
      [
        NODE,
        '--test',
        AT_ONCE,
        'gateway/**/*.test.ts',
        'tools/{bench,commands,conformance,media,release}/**/*.test.ts',
        'tools/remote-tools/*/*.test.ts',
        'shell/webpack/*.test.ts',
        'shared-ui/surface/**/*.test.ts',
        'e2e/engines/*.test.ts',
        'docs/site/**/*.test.ts',
      ],
      ['npm', 'test', '-w', 'mock-api'],
    ],
  },
  { name: 'build', commands: [[NODE, join('tools', 'commands', 'build.ts')]] },
  { name: 'operate', commands: [[NODE, '--test', AT_ONCE, 'e2e/operation/**/*.test.ts']] },
  { name: 'engines', commands: [[NODE, join('tools', 'commands', 'engines.ts'), '--short']] },
  { name: 'e2e', commands: [['npm', 'test', '-w', 'e2e']] },
];

interface StageResult {
  name: string;
  ok: boolean;
  passed: number;
  failed: number;
  failures: string[];
  seconds: number;
}

async function runStage({ name, commands }: Stage, env: NodeJS.ProcessEnv): Promise<StageResult> {
  console.log(`\n== ${name} ==`);
  const began = performance.now();
  const result = { name, ok: true, passed: 0, failed: 0, failures: [] as string[] };
  for (const command of commands) {
    const { ok, output } = await run(command, env);
    const totals = readTotals(output);
    result.passed += totals.passed;
    result.failed += totals.failed;
    result.failures.push(...readFailures(output));
    result.ok &&= ok && totals.failed === 0;
    if (!result.ok) break;
  }
  // A failed stage without test counts (lint, types, build) counts as one failure.
  if (!result.ok && result.failed === 0) result.failed = 1;
  return { ...result, seconds: (performance.now() - began) / 1000 };
}

/** Runs a command, streams its output and returns it. */
function run([command, ...args]: [string, ...string[]], env: NodeJS.ProcessEnv) {
  return new Promise<{ ok: boolean; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd: REPO, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding('utf8');
      from.on('data', (text: string) => {
        output += text;
        to.write(text);
      });
    }
    const stop = () => {
      child.kill('SIGTERM');
      process.exit(1);
    };
    for (const signal of STOPS) process.once(signal, stop);
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of STOPS) process.off(signal, stop);
      resolve({ ok: code === 0, output });
    });
  });
}

function printSummary(results: StageResult[]): void {
  console.log('\n== summary ==');
  for (const { name, ok, passed, failed, seconds } of results) {
    const counts = passed + failed === 0 ? '' : `${passed} passed, ${failed} failed`;
    console.log(
      `  ${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`.trimEnd(),
    );
  }
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
  const results: StageResult[] = [];
  for (const stage of STAGES) {
    results.push(await runStage(stage, env));
    if (results.at(-1)?.ok !== true) break;
  }
  printSummary(results);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
});
