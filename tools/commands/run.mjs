/** Runs a command in this folder with the remaining arguments, e.g. `node tools/commands/run.mjs start.ts`. */
import { enter } from './enter.mjs';

const [script] = process.argv.splice(2, 1);
await enter(script);
