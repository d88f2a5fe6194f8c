import { existsSync } from 'node:fs';

const firstThere = (...paths: (string | undefined)[]) => paths.find((path) => path !== undefined && existsSync(path));

/** The browser: the one that is named, the system's, or the one Playwright keeps. */
const whole = process.env.CHROME_PATH ?? firstThere('/usr/bin/chromium');

/** The same browser without its windows. One that is named is the one to test with; `npm test` names both. */
const windowless =
  firstThere(process.env.HEADLESS_SHELL_PATH) ??
  (process.env.CHROME_PATH === undefined ? firstThere('/usr/bin/chromium-headless-shell') : undefined);

/** Tests run as root in containers, without a graphics card and without calls home. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without a graphics card, tiles are painted by the threads that V8 collects garbage on as well. When they are busy with
  // that, Chromium (150) may forget a task of the painting: the page then never gets another frame.
  '--js-flags=--single-threaded-gc',
];

const withPath = (path: string | undefined) => (path === undefined ? {} : { executablePath: path });

/** The whole browser where one is named or the system has one. */
export const wholeBrowser = (): string | undefined => whole;

/** How the browser is started, the whole of it: only this one shows a film where a camera is asked for. */
export function launch(extra: string[] = []) {
  return { args: [...ARGUMENTS, ...extra], ...withPath(whole) };
}

/** How the browser is started where no person looks at its windows: without them if that can be had, a fifth faster. */
export function launchWindowless() {
  return { args: ARGUMENTS, ...withPath(windowless ?? whole) };
}
