import { join } from 'node:path';
import { readArguments } from 'server-kit/command-line';
import { REPO } from 'server-kit/paths';
import { ensureBrowsers, ensureFfmpeg, ensureOperationPrograms, ensureZbar } from './browsers/tools.ts';
import { rerunFlaky } from './report/flaky.ts';
import { addFlaky, addPassed, committedTree, readPassed, stateOf } from './report/records.ts';
import { formatFailure } from './report/results.ts';
import { ALL_STAGES, onlyStage, SHORT_STAGES } from './report/stage-list.ts';
import { runStages, type Stage, type StageResult } from './report/stages.ts';
import { runCommand } from './running/running.ts';

const USAGE = `Runs the tests: those that every change must pass, or all.

  npm test                          lint, types, unit, gateway and API tests, and the journeys that matter in Chromium
  npm run test:all                  everything, once before a release: also all screens, faults, engines and packages
  npm run test:all -- --only NAME   one stage: ${ALL_STAGES.map(({ name }) => name).join(', ')}
  npm run test:all -- --resume      skips the stages that passed on the same commit
  npm run test:all -- --flaky 20    runs the tests that passed only at a second try (.lodestar/flaky.json) 20 times`;

function printSummary(results: StageResult[], total: number): void {
  console.log('\n== summary ==');
  for (const { name, ok, passed, failed, seconds } of results) {
    const counts = passed + failed === 0 ? '' : `${passed} passed, ${failed} failed`;
    console.log(
      `  ${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`.trimEnd(),
    );
  }
  console.log(`         total    ${`${total.toFixed(1)} s`.padStart(8)}`);
  const flaky = results.flatMap((result) => result.flaky);
  if (flaky.length > 0) console.log('');
  for (const failure of flaky) console.log(formatFailure('flaky', failure));
  const broken = results.find(({ ok }) => !ok);
  if (broken !== undefined) {
    console.log(`\nStopped at the stage "${broken.name}".`);
    for (const failure of broken.failures) console.log(`  ${failure}`);
  }
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}

/** Returns the stages that have not passed before on the committed tree, and the builds. */
async function remaining(stages: readonly Stage[], tree: string | undefined, chromium: string | undefined) {
  if (tree === undefined) {
    console.log('There are changes that are not committed, so all stages run.');
    return stages;
  }
  const passed = await readPassed(stateOf(tree, chromium));
  if (passed.length > 0) console.log(`Passed before on this commit: ${passed.join(', ')}.`);
  return stages.filter(({ name, isBuild }) => isBuild || !passed.includes(name));
}

function toolsFor(isAll: boolean): NodeJS.ProcessEnv {
  const browsers = ensureBrowsers(process.env);
  ensureFfmpeg(process.env);
  if (isAll) {
    ensureZbar(process.env);
    ensureOperationPrograms(process.env);
  }
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  // Tests start hundreds of processes whose code has no build, so Node's compile cache is kept between them.
  const cache = { NODE_COMPILE_CACHE: join(REPO, 'node_modules', '.cache', 'node') };
  return { ...process.env, ...colour, ...browsers, ...cache, npm_config_loglevel: 'error' };
}

runCommand(async () => {
  const { all, only, resume, flaky, help } = readArguments(process.argv.slice(2), {
    all: { type: 'boolean' },
    only: { type: 'string' },
    resume: { type: 'boolean' },
    flaky: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  }).values;
  if (help) return console.log(USAGE);
  const env = toolsFor(all === true);
  if (flaky !== undefined) {
    const failed = await rerunFlaky(Number(flaky), env);
    for (const test of failed) console.log(formatFailure('failed', test));
    process.exitCode = failed.length === 0 ? 0 : 1;
    return;
  }
  const tree = all ? committedTree() : undefined;
  const known = all ? ALL_STAGES : SHORT_STAGES;
  const wanted = only === undefined ? known : onlyStage(known, only);
  const began = performance.now();
  // After each stage: a run that is killed later can be resumed.
  const record = async ({ name, ok, flaky }: StageResult) => {
    await addFlaky(flaky.map((failure) => ({ ...failure, stage: name })));
    // What was changed meanwhile was not tested.
    if (ok && tree !== undefined && tree === committedTree()) await addPassed(stateOf(tree, env.CHROME_PATH), name);
  };
  const results = await runStages(resume ? await remaining(wanted, tree, env.CHROME_PATH) : wanted, env, record);
  printSummary(results, (performance.now() - began) / 1000);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
});
