import { join } from 'node:path';
import { dataRoot, REPO } from '../../shell/gateway/paths.ts';

/** Where the end-to-end tests keep builds, films and running stacks between and during runs; never in git. */
export const WORKSHOP = join(dataRoot(process.env), 'e2e');

/** Screenshots, traces and the contact sheet of the last run. */
export const RESULTS = join(REPO, 'e2e', 'test-results');

/** One picture a screen and theme. */
export const SCREENS = join(RESULTS, 'screens');

/** One folder a running stack; it goes with the stack. */
export const RUNNING = join(WORKSHOP, 'running');
