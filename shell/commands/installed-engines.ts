import { existsSync, globSync } from 'node:fs';

/** Where distributions put what an engine consists of; the first that is there is used. */
const PLACES = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  /** Only WebKitGTK's own window can be driven; its folder is named after version and processor. */
  webkit: [
    '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/*/webkitgtk-6.0/MiniBrowser',
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
    '/usr/libexec/webkitgtk-6.0/MiniBrowser',
  ],
  webkitDriver: ['/usr/bin/WebKitWebDriver'],
  /** WebKitGTK can't do without windows: it needs a screen. */
  screen: ['/usr/bin/Xvfb'],
} as const;

/** Where a program is that an engine needs; undefined when it is not installed. */
export function findProgram(program: keyof typeof PLACES): string | undefined {
  return PLACES[program].flatMap((place) => globSync(place)).find((place) => existsSync(place));
}

/** The packages that bring the engines besides Chromium, as Debian and Ubuntu call them. */
export const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'] as const;

/** The packages of these that are missing here. */
export function missingPackages(): string[] {
  const brings = {
    'firefox-esr': ['firefox'],
    'webkit2gtk-driver': ['webkit', 'webkitDriver'],
    xvfb: ['screen'],
  } as const;
  return PACKAGES.filter((name) => brings[name].some((program) => findProgram(program) === undefined));
}
