import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const HEADLESS_SHELL_PATH = '/usr/bin/chromium-headless-shell';

/** Environment variables that name the browsers of the tests. */
interface Browsers {
  CHROME_PATH: string;
  HEADLESS_SHELL_PATH?: string;
}

/** Returns the browsers for the tests, installing them if needed. Throws PlainError if there is no Chromium. */
export function ensureBrowsers(env: NodeJS.ProcessEnv): Browsers {
  const browser = ensureChromium(env);
  const headlessShell = ensureHeadlessShell(env);
  return { CHROME_PATH: browser, ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }) };
}

/** Returns the full browser, installing one if needed. Throws PlainError if that fails. */
export function ensureChromium(env: NodeJS.ProcessEnv): string {
  if (env.CHROME_PATH) {
    if (existsSync(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new PlainError(`CHROME_PATH is ${env.CHROME_PATH}, but there is no browser.`);
  }
  const found = findChromium();
  if (found !== undefined) return found;
  console.log('No Chromium found: installing one.');
  if (!installWithApt('chromium')) runTool(process.execPath, [playwrightCommand(), 'install', 'chromium']);
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new PlainError('No Chromium could be installed: install one, or set CHROME_PATH to a browser.');
}

/**
 * Returns Chromium's headless shell, with which most journeys take a fifth less time, installing it if needed.
 * Returns undefined if CHROME_PATH is set or the system has no such package; the journeys then use the full browser.
 */
function ensureHeadlessShell(env: NodeJS.ProcessEnv): string | undefined {
  if (env.CHROME_PATH || !existsSync('/usr/bin/chromium')) return undefined;
  const there = () => existsSync(HEADLESS_SHELL_PATH);
  return there() || (installWithApt('chromium-headless-shell') && there()) ? HEADLESS_SHELL_PATH : undefined;
}

/** Installs ffmpeg if it is missing; it makes the video for the fake camera. Throws PlainError if that fails. */
export function ensureFfmpeg(env: NodeJS.ProcessEnv): void {
  const there = () => (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'ffmpeg')));
  if (there()) return;
  console.log('No ffmpeg found: installing it.');
  if (installWithApt('ffmpeg') && there()) return;
  throw new PlainError('The camera tests need ffmpeg, which could not be installed here: install it and try again.');
}

/** Installs zbar if it is missing; it cross-checks the sample wristbands. Throws PlainError if that fails. */
export function ensureZbar(env: NodeJS.ProcessEnv): void {
  const there = () => (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'zbarimg')));
  if (there()) return;
  console.log('No zbar found: installing it.');
  if (installWithApt('zbar-tools') && there()) return;
  throw new PlainError('The media tests need zbarimg, which could not be installed here: install zbar and try again.');
}

/** Languages, as fontconfig names them, whose letters machines without a desktop lack. */
const RARE_LETTERS = ['ar', 'ur', 'pa', 'zh-cn', 'zh-tw'];

/** Installs fonts for pictures of every language, if some are missing and fontconfig says so. */
export function ensureFonts(): void {
  const missing = () => RARE_LETTERS.filter((tag) => listFonts(tag).trim() === '');
  if (missing().length === 0) return;
  console.log(`No font has the letters of ${missing().join(', ')}: installing some.`);
  if (installWithApt('fonts-noto-core', 'fonts-noto-cjk') && missing().length === 0) return;
  console.log('They could not be installed: pictures show boxes instead of these letters.');
}

/** Returns the fonts with the letters of a language, one per line. */
function listFonts(tag: string): string {
  const { error, stdout } = spawnSync('fc-list', [`:lang=${tag}`], { encoding: 'utf8' });
  return error ? 'unknown' : stdout;
}

/** Programs of the operation tests, with the Debian packages that have them. */
const OPERATION_PROGRAMS = {
  /** Without it, the second machine shares this one's network. */
  ip: 'iproute2',
  haproxy: 'haproxy',
  psql: 'postgresql',
  promtool: 'prometheus',
  // For a clean machine (e2e/operation/clean-machine).
  debootstrap: 'debootstrap',
  'systemd-analyze': 'systemd',
  'systemd-nspawn': 'systemd-container',
};

/** Installs what is missing of the programs of the operation tests, where possible. */
export function ensureOperationPrograms(env: NodeJS.ProcessEnv): void {
  const folders = (env.PATH ?? '').split(delimiter);
  const missing = Object.entries(OPERATION_PROGRAMS).filter(
    ([program]) => !folders.some((folder) => existsSync(join(folder, program))),
  );
  if (missing.length === 0) return;
  console.log(`Not found: ${missing.map(([program]) => program).join(', ')}. Installing them where possible.`);
  installWithApt(...missing.map(([, name]) => name));
}

function findChromium(): string | undefined {
  return [...CHROMIUM_PATHS, playwrightChromium()].find((path) => path !== undefined && existsSync(path));
}

/** Returns the path of the Chromium that Playwright downloads. */
function playwrightChromium(): string | undefined {
  const printed = spawnSync(process.execPath, ['-e', "console.log(require('playwright').chromium.executablePath())"], {
    cwd: join(REPO, 'e2e'),
    encoding: 'utf8',
  });
  return printed.status === 0 ? printed.stdout.trim() : undefined;
}

function playwrightCommand(): string {
  return createRequire(join(REPO, 'e2e', 'package.json')).resolve('playwright/cli');
}

/** Installs packages, but only if that needs no prompt: as root on a system with apt. @returns whether it succeeded */
export function installWithApt(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const install = ['install', '-y', '-q', '--no-install-recommends', ...names];
  return runTool('apt-get', ['update', '-q']) && runTool('apt-get', install);
}

function runTool(command: string, args: string[]): boolean {
  // Offline, packages such as prometheus start no service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

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
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'] as const;

/** Returns which of these packages are missing on this machine. */
export function missingPackages(): string[] {
  const brings = {
    'firefox-esr': ['firefox'],
    'webkit2gtk-driver': ['webkit', 'webkitDriver'],
    xvfb: ['screen'],
  } as const;
  return PACKAGES.filter((name) => brings[name].some((program) => findProgram(program) === undefined));
}
