import { join } from 'node:path';
import { dataRoot, REPO } from 'server-kit/paths';

/** Builds, videos and running stacks of the end-to-end tests, kept between and during runs; never in git. */
export const WORKSHOP = join(dataRoot(process.env), 'e2e');

/** Screenshots, traces and contact sheets of the last run. */
export const RESULTS = join(REPO, 'e2e', 'test-results');

/** One screenshot per screen and theme. */
export const SCREENS = join(RESULTS, 'screens');

/** One folder per running stack, removed with the stack. */
export const RUNNING = join(WORKSHOP, 'running');
