/** Runs the tests of `node --test` in files that match patterns: `node tools/commands/node-tests.ts PATTERN…`. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { REPO } from '../../gateway/common/paths.ts';
import { dealOut, runBatches } from './report/batches.ts';

const FILES_PER_PROCESS = 9;

const files = globSync(process.argv.slice(2), { cwd: REPO, exclude: ['**/node_modules/**'] }).sort();
const batches = dealOut(files, FILES_PER_PROCESS).map((hand) => ({ title: hand.join('\n'), files: hand }));
const failed = await runBatches(batches, REPO, availableParallelism());
process.exitCode = failed.length === 0 ? 0 : 1;
