import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from 'server-kit/fields';
import type { BrowserEvent, Chromium, Pipe } from './launch.ts';
import type { PageProxy, Stray } from './page-proxy.ts';

/** Poll interval in milliseconds. */
const POLL_INTERVAL_MS = 25;
/** Poll timeout on a busy machine, in milliseconds. */
const TIMEOUT_MS = 10_000;

export const PHONE = { width: 390, height: 844 };

const METRICS = { deviceScaleFactor: 3, mobile: true, screenOrientation: { type: 'portraitPrimary', angle: 0 } };

/** A document: the page's own, or that of a frame in it. */
export interface Place {
  sessionId: string;
  frameId: string;
}

/** A problem reported by the browser about a page: its policy, sandbox or network. */
interface Complaint {
  text: string;
  url: string;
}

/** An outgoing request and the script that made it. */
interface Sent {
  request: Stray;
  initiator?: { stack?: { callFrames: { url: string }[] } };
}

interface FrameTree {
  frame: { id: string; url: string; parentId?: string };
  childFrames?: FrameTree[];
}

/** One page on a phone without stored data. */
export class PhonePage {
  readonly complaints: Complaint[] = [];
  /** Requests made by the surveys' own scripts, to any origin. */
  readonly calls: Stray[] = [];
  readonly popups: string[] = [];
  readonly #pipe: Pipe;
  readonly #agent: string;
  readonly #context: string;
  readonly #proxy: PageProxy;
  /** Debugging sessions of this page: the page itself, its frames and its workers. */
  readonly #sessions: string[] = [];
  #frames: string[] = [];
  /** Known isolated worlds, by session and frame. */
  readonly #worlds = new Map<string, number>();
  #stopListening: () => void = () => undefined;
  #main = '';

  private constructor({ pipe, userAgent }: Chromium, context: string, proxy: PageProxy) {
    this.#pipe = pipe;
    this.#agent = userAgent;
    this.#context = context;
    this.#proxy = proxy;
  }

  /** @param seed script that runs before the app's own code in every document, in a world hidden from the page */
  static async open(chromium: Chromium, proxy: PageProxy, seed: string): Promise<PhonePage> {
    const { browserContextId } = await chromium.pipe.send('Target.createBrowserContext');
    const page = new PhonePage(chromium, String(browserContextId), proxy);
    page.#stopListening = chromium.pipe.listen((event) => page.#handleEvent(event));
    const { targetId } = await chromium.pipe.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await chromium.pipe.send('Target.attachToTarget', { targetId, flatten: true });
    page.#main = String(sessionId);
    page.#sessions.push(page.#main);
    await page.#prepare(page.#main);
    await page.#send('Page.addScriptToEvaluateOnNewDocument', { source: seed, worldName: 'seed' });
    // With the service worker, an update would show the previous version from the cache.
    await page.#send('Network.setBypassServiceWorker', { bypass: true });
    await page.size(PHONE);
    await page.#send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    await page.#send('Emulation.setTimezoneOverride', { timezoneId: 'America/Toronto' });
    await page.#send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return page;
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#pipe.send('Target.disposeBrowserContext', { browserContextId: this.#context });
  }

  /** Sets the page's viewport, in CSS pixels. */
  async size({ width, height }: { width: number; height: number }): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      ...METRICS,
    });
  }

  async go(url: string): Promise<void> {
    this.#worlds.clear();
    await this.#send('Page.navigate', { url });
  }

  /** Deletes the databases that an origin has stored on this phone. No page of the origin may be open. */
  async deleteDatabases(origin: string): Promise<void> {
    await this.#send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  }

  /** Returns the page's own document. */
  async document(): Promise<Place> {
    const { frameTree } = await this.#send('Page.getFrameTree');
    return { sessionId: this.#main, frameId: (frameTree as FrameTree).frame.id };
  }

  /**
   * Returns the page's frames whose URL starts with this, e.g. "about:srcdoc", whether in the page's process or their
   * own.
   */
  async frames(address: string): Promise<Place[]> {
    const found: Place[] = [];
    for (const sessionId of [this.#main, ...this.#frames]) {
      const answer = await this.#pipe.send('Page.getFrameTree', {}, sessionId).catch(() => undefined);
      if (answer === undefined) continue;
      const walk = ({ frame, childFrames = [] }: FrameTree, isTop: boolean) => {
        const isPage = isTop && sessionId === this.#main;
        if (!isPage && frame.url.startsWith(address)) found.push({ sessionId, frameId: frame.id });
        for (const child of childFrames) walk(child, false);
      };
      walk(answer.frameTree as FrameTree, true);
    }
    return found;
  }

  /**
   * Runs a function in an isolated world: it can access the elements, and the document's scripts can't detect it.
   * Returns its result, serialised as JSON. `prelude` runs once per world, before the first function.
   */
  async evaluate<A, R>(place: Place, work: (given: A) => R, given: A, prelude = ''): Promise<Awaited<R>> {
    const expression = `(${String(work)})(${JSON.stringify(given) ?? 'undefined'})`;
    const contextId = await this.#worldOf(place, prelude);
    const { result, exceptionDetails } = await this.#pipe.send(
      'Runtime.evaluate',
      { expression, contextId, awaitPromise: true, returnByValue: true },
      place.sessionId,
    );
    if (isRecord(exceptionDetails)) throw new Error(exceptionText(exceptionDetails));
    return (isRecord(result) ? result.value : undefined) as Awaited<R>;
  }

  /** Polls until `ask` resolves to true. Returns whether that happened in time. */
  async until(ask: () => Promise<boolean>, patience = TIMEOUT_MS): Promise<boolean> {
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (await ask().catch(() => false)) return true;
      await wait(POLL_INTERVAL_MS);
    }
    return ask().catch(() => false);
  }

  /** Taps a point of the page. */
  async tap({ x, y }: { x: number; y: number }): Promise<void> {
    await this.#send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await this.#send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Presses a key that types no text, e.g. "Tab". */
  async key(key: string, code: number): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode: code };
    await this.#send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Types a text into the focused element, key by key. */
  async type(text: string): Promise<void> {
    for (const letter of text) {
      await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter });
      await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
    }
  }

  /** Selects the focused field's content, so that typing replaces it. */
  async selectAll(): Promise<void> {
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', code: 'KeyA', commands: ['selectAll'] });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a', code: 'KeyA' });
  }

  /** Calls a DevTools protocol method on a document's target. */
  ask(place: Place, method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#pipe.send(method, params, place.sessionId);
  }

  /** Counts the listeners on a document and its window. */
  async countListeners(place: Place): Promise<number> {
    let listeners = 0;
    for (const expression of ['window', 'document', 'document.body', 'document.documentElement']) {
      const { result } = await this.ask(place, 'Runtime.evaluate', { expression });
      const { objectId } = (result ?? {}) as { objectId?: string };
      const answer = await this.ask(place, 'DOMDebugger.getEventListeners', { objectId });
      listeners += (answer.listeners as unknown[]).length;
    }
    return listeners;
  }

  /** Returns a document's console messages so far. Scripts could detect this, so it comes last. */
  async consoleOf({ sessionId }: Place): Promise<{ type: string; args: unknown[] }[]> {
    const lines: { type: string; args: unknown[] }[] = [];
    const deaf = this.#pipe.listen(({ method, params, sessionId: from }) => {
      if (method !== 'Runtime.consoleAPICalled' || from !== sessionId) return;
      lines.push({ type: String(params.type), args: Array.isArray(params.args) ? params.args : [] });
    });
    // Enabling replays earlier messages before the response.
    await this.#pipe.send('Runtime.enable', {}, sessionId);
    await this.#pipe.send('Runtime.disable', {}, sessionId);
    deaf();
    return lines;
  }

  #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#pipe.send(method, params, this.#main);
  }

  /**
   * Configures a target before its first script runs. Commands are sent together, because a paused target responds
   * late.
   */
  #prepare(sessionId: string): Promise<unknown> {
    const send = (method: string, params: object = {}) => this.#pipe.send(method, params, sessionId);
    const [, version = ''] = /Chrome\/([\d.]+)/.exec(this.#agent) ?? [];
    const brands = [
      { brand: 'Not:A-Brand', version: '8' },
      { brand: 'Chromium', version: version.split('.')[0] ?? '' },
    ];
    const metadata = {
      platform: 'Android',
      platformVersion: '14.0.0',
      architecture: '',
      model: '',
      mobile: true,
      brands,
    };
    return Promise.all([
      this.#proxy.watch(sessionId),
      send('Network.enable'),
      send('Log.enable'),
      send('Page.enable'),
      send('Emulation.setUserAgentOverride', {
        userAgent: this.#agent,
        acceptLanguage: 'en-CA,en',
        platform: 'Linux armv81',
        userAgentMetadata: metadata,
      }),
      send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  #handleEvent(event: BrowserEvent): void {
    const { method, params, sessionId } = event;
    if (sessionId === undefined || !this.#sessions.includes(sessionId)) return;
    this.#proxy.take(event);
    if (method === 'Target.attachedToTarget') this.#adopt(String(params.sessionId), params.targetInfo);
    if (method === 'Target.detachedFromTarget') this.#forget(String(params.sessionId));
    if (method === 'Log.entryAdded' && isRecord(params.entry)) {
      const { level, text, url = '' } = params.entry;
      if (level === 'error' || level === 'warning') this.complaints.push({ text: String(text), url: String(url) });
    }
    if (method === 'Network.requestWillBeSent') this.#noteCaller(params as unknown as Sent);
    if (method === 'Page.windowOpen') this.popups.push(String(params.url));
    if (method === 'Page.javascriptDialogOpening') void this.#send('Page.handleJavaScriptDialog', { accept: true });
  }

  /** Frames are configured fully; for workers, routing requests through the proxy is enough. */
  #adopt(sessionId: string, info: unknown): void {
    const isFrame = isRecord(info) && info.type === 'iframe';
    this.#sessions.push(sessionId);
    if (isFrame) {
      this.#frames.push(sessionId);
      this.#prepare(sessionId).catch(() => undefined);
      return;
    }
    this.#proxy.watch(sessionId).catch(() => undefined);
    this.#pipe.send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => undefined);
  }

  #noteCaller({ request: { method, url }, initiator }: Sent): void {
    const [caller] = initiator?.stack?.callFrames ?? [];
    if (/^https?:/.test(url) && caller && /\/remotes\/surveys\//.test(caller.url)) this.calls.push({ method, url });
  }

  #forget(sessionId: string): void {
    this.#frames = this.#frames.filter((known) => known !== sessionId);
  }

  async #worldOf({ sessionId, frameId }: Place, prelude: string): Promise<number> {
    // A frame that moves to its own process gets a new session with its own ids.
    const key = `${sessionId} ${frameId}`;
    const known = this.#worlds.get(key);
    if (known !== undefined && (await this.#isThere(known, sessionId))) return known;
    const world = { frameId, worldName: 'reader' };
    const { executionContextId } = await this.#pipe.send('Page.createIsolatedWorld', world, sessionId);
    const contextId = Number(executionContextId);
    if (prelude !== '') await this.#pipe.send('Runtime.evaluate', { expression: prelude, contextId }, sessionId);
    this.#worlds.set(key, contextId);
    return contextId;
  }

  async #isThere(contextId: number, sessionId: string): Promise<boolean> {
    const asked = this.#pipe.send('Runtime.evaluate', { expression: '1', contextId }, sessionId);
    return asked.then(
      ({ result }) => result !== undefined,
      () => false,
    );
  }
}

const exceptionText = ({ text, exception }: Record<string, unknown>) =>
  isRecord(exception) && typeof exception.description === 'string' ? exception.description : String(text);
