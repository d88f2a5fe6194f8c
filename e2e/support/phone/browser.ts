import { existsSync } from 'node:fs';

const firstThere = (...paths: (string | undefined)[]) => paths.find((path) => path !== undefined && existsSync(path));

/** Full browser: CHROME_PATH, the system's Chromium, or undefined for Playwright's own. */
const whole = process.env.CHROME_PATH ?? firstThere('/usr/bin/chromium');

/** Headless shell of the same browser. When CHROME_PATH is set it wins, unless HEADLESS_SHELL_PATH is set too. */
const windowless =
  firstThere(process.env.HEADLESS_SHELL_PATH) ??
  (process.env.CHROME_PATH === undefined ? firstThere('/usr/bin/chromium-headless-shell') : undefined);

/** Tests run as root in containers, without a GPU and without background network traffic. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without a GPU, raster tasks share threads with V8's garbage collector. When those threads are busy, Chromium (150)
  // may drop a raster task: the page then never gets another frame. Pages live for a second or two, so V8's optimizing
  // compilers cost more than they save (a sixth of the renderers' processor time).
  '--js-flags=--single-threaded-gc --no-opt --no-maglev',
];

const withPath = (path: string | undefined) => (path === undefined ? {} : { executablePath: path });

/** Launch options for the full browser. Only this one can play a video as camera input. */
export function launch(extra: string[] = []) {
  return { args: [...ARGUMENTS, ...extra], ...withPath(whole) };
}

/** Launch options for headless tests. Prefers the headless shell, which is a fifth faster. */
export function launchWindowless() {
  return { args: ARGUMENTS, ...withPath(windowless ?? whole) };
}

/**
 * Pages without movement, the default: drawing it took an eighth of the processor time of tests that don't need it.
 * `npm run soak` runs the journeys with it.
 */
export const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Pages with movement, as most people see them: for journeys through the whole product and tests of movement. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;
