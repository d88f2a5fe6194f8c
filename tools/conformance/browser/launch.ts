import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium } from 'playwright';
import { wholeBrowser } from '../../../e2e/support/browser.ts';
import { exists } from '../../../gateway/common/disk.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';
import { Pipe } from './pipe.ts';

/** A phone's user agent, with the version of the browser in use. */
const userAgent = (major: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;

const ARGUMENTS = [
  '--headless=new',
  '--remote-debugging-pipe',
  // Hides automation from pages (navigator.webdriver).
  '--disable-blink-features=AutomationControlled',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--mute-audio',
  '--touch-events=enabled',
  // All requests go through the kit; anything that bypasses it resolves to nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Writes every page's console to stderr.
  '--enable-logging=stderr',
  '--js-flags=--single-threaded-gc',
];

/** A console line: its text and the URL of the script that wrote it. */
export interface ConsoleLine {
  text: string;
  source: string;
}

const CONSOLE = /:CONSOLE:?\(?\d*\)?\] "([\s\S]*)", source: (.*) \(\d+\)$/;

/** A full Chromium that pages cannot tell from a user's browser: no port, no flag, no script of ours in any page. */
export class Chromium {
  readonly pipe: Pipe;
  readonly userAgent: string;
  readonly console: ConsoleLine[] = [];
  readonly #child: ChildProcess;
  readonly #profile: string;

  private constructor(child: ChildProcess, pipe: Pipe, agent: string, profile: string) {
    this.#child = child;
    this.pipe = pipe;
    this.userAgent = agent;
    this.#profile = profile;
    let rest = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, said, source] = CONSOLE.exec(line) ?? [];
        if (said !== undefined && source !== undefined) this.console.push({ text: said, source });
      }
    });
  }

  /** Starts the browser. Throws PlainError when Chromium is not installed. */
  static async launch(): Promise<Chromium> {
    const file = wholeBrowser() ?? chromium.executablePath();
    if (!(await exists(file))) {
      throw new PlainError('There is no Chromium here. Install one with: npx playwright install chromium');
    }
    const profile = await mkdtemp(join(tmpdir(), 'phone-'));
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const child = spawn(file, [...ARGUMENTS, ...root, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A phone's time zone; frames in separate processes inherit it from here.
      env: { ...process.env, TZ: 'America/Toronto' },
    });
    const pipe = new Pipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
    const { product } = await pipe.send('Browser.getVersion');
    const [, major = ''] = /\/(\d+)/.exec(String(product)) ?? [];
    return new Chromium(child, pipe, userAgent(major), profile);
  }

  /** Closes the browser and removes its profile. */
  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.pipe.send('Browser.close').catch(() => undefined);
    await gone;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
