import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { launch } from 'e2e/support/phone/browser';
import { type CDPSession, chromium } from 'playwright';
import { exists } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';

/** Timeout for a response, in milliseconds; after that the target has crashed or hangs. */
const COMMAND_TIMEOUT_MS = 20_000;

/** A DevTools session with the browser, a page or a frame. Used like Playwright's (docs/decisions). */
export type Session = Pick<CDPSession, 'send' | 'on' | 'off'>;

type Emitting = Session & Pick<EventEmitter, 'emit'>;

interface Call {
  method: string;
  sessionId: string | undefined;
  timer: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId?: string };
  sessionId?: string;
  result?: unknown;
  error?: { message: string };
}

/** A DevTools protocol client over the browser's pipe: no port is open that a page could connect to. */
export class Pipe {
  readonly #into: Writable;
  readonly #calls = new Map<number, Call>();
  readonly #sessions = new Map<string | undefined, Emitting>();
  #lastId = 0;

  constructor(into: Writable, from: Readable) {
    this.#into = into;
    // When the browser exits, pending calls are rejected by "close".
    into.on('error', () => undefined);
    let rest = '';
    from.setEncoding('utf8').on('data', (text: string) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#take(JSON.parse(message));
    });
    from.on('close', () => this.#fail(() => true, 'the browser has exited'));
  }

  /** Returns the session with this id, or without one the browser's own. */
  session(id?: string): Emitting {
    const send = (method: string, params: object = {}) => this.#send(method, params, id);
    const session = this.#sessions.get(id) ?? (Object.assign(new EventEmitter(), { send }) as unknown as Emitting);
    this.#sessions.set(id, session);
    return session;
  }

  #send(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const expire = () => this.#fail((_, other) => other === id, 'the browser does not respond');
    const timer = setTimeout(expire, COMMAND_TIMEOUT_MS).unref();
    this.#calls.set(id, { method, sessionId, timer, resolve, reject });
    this.#into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return promise;
  }

  #take({ id, method = '', params = {}, sessionId, result, error }: Message): void {
    if (id === undefined) {
      this.session(sessionId).emit(method, params);
      if (method === 'Target.detachedFromTarget') this.#endSession(params.sessionId);
    } else if (error) {
      this.#fail((_, other) => other === id, error.message);
    } else {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      clearTimeout(call?.timer);
      call?.resolve(result);
    }
  }

  /** Rejects the calls to a removed document: the browser never answers them. */
  #endSession(ended: string | undefined): void {
    this.#sessions.delete(ended);
    this.#fail(({ sessionId }) => sessionId === ended, 'the document was removed');
  }

  #fail(concerns: (call: Call, id: number) => boolean, reason: string): void {
    for (const [id, call] of this.#calls) {
      if (!concerns(call, id)) continue;
      this.#calls.delete(id);
      clearTimeout(call.timer);
      call.reject(new Error(`${call.method}: ${reason}`));
    }
  }
}

/** Arguments beside those of other tests. */
const ARGUMENTS = [
  '--headless=new',
  '--remote-debugging-pipe',
  // Hides automation from pages (navigator.webdriver).
  '--disable-blink-features=AutomationControlled',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--mute-audio',
  '--touch-events=enabled',
  // All requests go through the kit; anything that bypasses it resolves to nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Writes every page's console to stderr.
  '--enable-logging=stderr',
];

/** A console line: its text and the URL of the script that wrote it. */
export interface ConsoleLine {
  text: string;
  source: string;
}

const CONSOLE = /:CONSOLE:?\(?\d*\)?\] "([\s\S]*)", source: (.*) \(\d+\)$/;

/** Returns a list that grows with the console lines in the browser's output. */
function consoleOf({ stderr }: ChildProcess): ConsoleLine[] {
  const found: ConsoleLine[] = [];
  let rest = '';
  stderr?.setEncoding('utf8').on('data', (output: string) => {
    const lines = (rest + output).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, text, source] = CONSOLE.exec(line) ?? [];
      if (text !== undefined && source !== undefined) found.push({ text, source });
    }
  });
  return found;
}

/** A full Chromium that pages cannot tell from a user's browser: no port, no flag, no script of ours in any page. */
export interface Chromium {
  pipe: Pipe;
  /** Major version. */
  major: string;
  /** Console lines of all pages so far. */
  console: ConsoleLine[];
  /** Closes the browser and removes its profile. */
  close(): Promise<void>;
}

/** Starts the browser. @throws PlainError when Chromium is not installed */
export async function launchChromium(): Promise<Chromium> {
  const { args, executablePath: file = chromium.executablePath() } = launch(ARGUMENTS);
  if (!(await exists(file))) {
    throw new PlainError('Chromium was not found. Install it with: npx playwright install chromium');
  }
  const profile = await mkdtemp(join(tmpdir(), 'phone-'));
  // The remote may come from anywhere: only root has to do without Chromium's sandbox.
  const safe = process.getuid?.() === 0 ? args : args.filter((argument) => argument !== '--no-sandbox');
  const child = spawn(file, [...safe, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A phone's time zone; frames in separate processes inherit it from here.
    env: { ...process.env, TZ: 'America/Toronto' },
  });
  const exited = once(child, 'exit');
  const pipe = new Pipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const lines = consoleOf(child);
  const { product } = await pipe.session().send('Browser.getVersion');
  // On the browser's own session, so that it covers every page, frame and worker.
  await pipe.session().send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] });
  return {
    pipe,
    major: /\/(\d+)/.exec(product)?.[1] ?? '',
    console: lines,
    async close() {
      await pipe
        .session()
        .send('Browser.close')
        .catch(() => undefined);
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
