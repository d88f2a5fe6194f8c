/** Runs a command in this folder with the remaining arguments, e.g. `node tools/commands/run.mjs start.ts`. */
import { enter } from './enter.mjs';

/** Commands that run the product; all others also need the packages of tests, measurements and documents. */
const PRODUCT = ['start.ts', 'serve.ts', 'build.ts'];

const [script] = process.argv.splice(2, 1);
await enter(script, { needsTools: !PRODUCT.includes(script) });
