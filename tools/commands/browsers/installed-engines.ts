import { existsSync, globSync } from 'node:fs';

/** Paths where distributions install an engine's programs; the first that exists is used. */
const PLACES = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  /** Only WebKitGTK's own MiniBrowser can be driven. Its folder name contains version and architecture. */
  webkit: [
    '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/*/webkitgtk-6.0/MiniBrowser',
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
    '/usr/libexec/webkitgtk-6.0/MiniBrowser',
  ],
  webkitDriver: ['/usr/bin/WebKitWebDriver'],
  /** WebKitGTK has no headless mode and needs a screen. */
  screen: ['/usr/bin/Xvfb'],
} as const;

/** Returns the path of a program that an engine needs, or undefined if it is not installed. */
export function findProgram(program: keyof typeof PLACES): string | undefined {
  return PLACES[program].flatMap((place) => globSync(place)).find((place) => existsSync(place));
}

/** Debian and Ubuntu packages of the engines other than Chromium. */
export const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'] as const;

/** Returns which of these packages are missing on this machine. */
export function missingPackages(): string[] {
  const brings = {
    'firefox-esr': ['firefox'],
    'webkit2gtk-driver': ['webkit', 'webkitDriver'],
    xvfb: ['screen'],
  } as const;
  return PACKAGES.filter((name) => brings[name].some((program) => findProgram(program) === undefined));
}
