import { existsSync } from 'node:fs';

/** The browser: the one that is named, the system's, or the one Playwright keeps. */
const browser = process.env.CHROME_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path));

/** Tests run as root in containers, without a graphics card and without calls home. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How the browser is started. */
export function launch(extra: string[] = []) {
  return { args: [...ARGUMENTS, ...extra], ...(browser === undefined ? {} : { executablePath: browser }) };
}
