/**
 * Runs the tests of `node --test` in files that match patterns:
 * `node tools/commands/node-tests.ts [--files-per-process=N] [--long] PATTERN…`. `--long`: a test may take an hour.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { REPO } from 'server-kit/paths';
import { dealOut, runBatches } from './report/batches.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'files-per-process': { type: 'string', default: '9' }, long: { type: 'boolean', default: false } },
});
const files = globSync(positionals, { cwd: REPO, exclude: ['**/node_modules/**'] }).sort();
const batches = dealOut(files, Number(values['files-per-process'])).map((hand) => ({
  title: hand.join('\n'),
  files: hand,
  isLong: values.long,
}));
// One process more than there are processors: these tests spend a fifth of their time waiting.
process.exitCode = (await runBatches(batches, REPO, availableParallelism() + 1)) ? 0 : 1;
