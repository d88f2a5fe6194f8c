import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { wholeBrowser } from 'e2e/support/phone/browser';
import { chromium } from 'playwright';
import { exists } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';

/** Timeout for a response, in milliseconds; after that the target has crashed or hangs. */
const COMMAND_TIMEOUT_MS = 20_000;

/** An event sent by the browser. */
export interface BrowserEvent {
  method: string;
  params: Record<string, unknown>;
  /** The target it concerns. */
  sessionId?: string;
}

interface Waiting {
  method: string;
  sessionId: string | undefined;
  late: NodeJS.Timeout;
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

/** A DevTools protocol client over the browser's pipe: no port is open that a page could connect to. */
export class Pipe {
  readonly #into: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: BrowserEvent) => void>();
  #lastId = 0;
  #rest = '';

  constructor(into: Writable, from: Readable) {
    this.#into = into;
    from.setEncoding('utf8');
    from.on('data', (text: string) => this.#read(text));
    from.on('close', () => this.#end());
    // When the browser exits, pending calls are rejected by "close".
    into.on('error', () => undefined);
  }

  /** Calls one method. Rejects with the browser's error, or when the session or the browser has ended. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${method}: the browser does not respond`));
      }, COMMAND_TIMEOUT_MS);
      late.unref();
      this.#waiting.set(id, { method, sessionId, resolve, reject, late });
      this.#into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Subscribes to all events. Returns a function that unsubscribes. */
  listen(listener: (event: BrowserEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) this.#take(JSON.parse(message));
  }

  #take(message: { id?: number; result?: Record<string, unknown>; error?: unknown } & Partial<BrowserEvent>): void {
    if (message.id === undefined) {
      const { method = '', params = {}, sessionId } = message;
      const event = { method, params, ...(sessionId === undefined ? {} : { sessionId }) };
      for (const listener of this.#listeners) listener(event);
      if (method === 'Target.detachedFromTarget') this.#endSession(String(params.sessionId));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    clearTimeout(waiting?.late);
    if (isRecord(message.error)) waiting?.reject(new Error(`${waiting.method}: ${String(message.error.message)}`));
    else waiting?.resolve(message.result ?? {});
  }

  /** Rejects the calls to a removed document: the browser never answers them. */
  #endSession(sessionId: string): void {
    for (const [id, { method, sessionId: asked, late, reject }] of this.#waiting) {
      if (asked !== sessionId) continue;
      this.#waiting.delete(id);
      clearTimeout(late);
      reject(new Error(`${method}: the document was removed`));
    }
  }

  #end(): void {
    for (const { method, reject } of this.#waiting.values()) reject(new Error(`${method}: the browser has exited`));
    this.#waiting.clear();
  }
}

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
  // Pages live for seconds, so V8's optimizing compilers cost more than they save.
  '--js-flags=--single-threaded-gc --no-opt --no-maglev',
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
      throw new PlainError('Chromium was not found. Install it with: npx playwright install chromium');
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
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.pipe.send('Browser.close').catch(() => undefined);
    await exited;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
