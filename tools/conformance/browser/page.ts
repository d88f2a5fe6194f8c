import { setTimeout as wait } from 'node:timers/promises';
import type { Chromium, Session } from './launch.ts';
import type { PageProxy, Sent } from './page-proxy.ts';

/** Poll interval in milliseconds. */
const POLL_INTERVAL_MS = 25;
/** Poll timeout on a busy machine, in milliseconds. */
const TIMEOUT_MS = 10_000;

export const PHONE = { width: 390, height: 844 };

const METRICS = {
  deviceScaleFactor: 3,
  mobile: true,
  screenOrientation: { type: 'portraitPrimary', angle: 0 },
} as const;

/** The isolated world of the kit: its scripts can access the elements, and the document's scripts can't detect them. */
const WORLD = { worldName: 'kit' };

/** A point of a document, in CSS pixels. */
export interface Spot {
  x: number;
  y: number;
}

/** A document: the page's own, or that of a frame in it. */
export interface Place {
  session: Session;
  frameId: string;
}

/** A phone's user agent, with the version of the browser in use. */
const userAgent = (major: string) => ({
  userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`,
  acceptLanguage: 'en-CA,en',
  platform: 'Linux armv81',
  userAgentMetadata: {
    platform: 'Android',
    platformVersion: '14.0.0',
    architecture: '',
    model: '',
    mobile: true,
    brands: [
      { brand: 'Not:A-Brand', version: '8' },
      { brand: 'Chromium', version: major },
    ],
  },
});

/** One page on a phone without stored data. */
export class PhonePage {
  /** Problems reported by the browser about the page: its policy, sandbox or network. */
  readonly complaints: { text: string; url: string }[] = [];
  /** Requests made by the surveys' own scripts, to any origin. */
  readonly calls: Sent[] = [];
  readonly popups: string[] = [];
  /** The page's own document. */
  readonly main: Place;
  readonly #chromium: Chromium;
  readonly #main: Session;
  /** Sessions of frames that have their own process. */
  readonly #frames = new Map<string, Session>();
  readonly #script: string;
  readonly close: () => Promise<void>;

  private constructor(chromium: Chromium, main: Place, script: string, close: () => Promise<void>) {
    this.main = main;
    this.#chromium = chromium;
    this.#main = main.session;
    this.#script = script;
    this.close = close;
  }

  /** @param script runs before the app's own code in every document, in the kit's world */
  static async open(chromium: Chromium, proxy: PageProxy, script: string): Promise<PhonePage> {
    const { pipe } = chromium;
    const browser = pipe.session();
    const { browserContextId } = await browser.send('Target.createBrowserContext');
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const main = pipe.session(sessionId);
    browser.on('Fetch.requestPaused', proxy.handle);
    // The frame of a page has the id of its target.
    const page = new PhonePage(chromium, { session: main, frameId: targetId }, script, async () => {
      browser.off('Fetch.requestPaused', proxy.handle);
      await browser.send('Target.disposeBrowserContext', { browserContextId });
    });
    await page.#prepare(main);
    // With the service worker, an update would show the previous version from the cache.
    await main.send('Network.setBypassServiceWorker', { bypass: true });
    await page.size(PHONE);
    await main.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    await main.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Toronto' });
    await main.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return page;
  }

  /** @param size of the viewport, in CSS pixels */
  async size({ width, height }: { width: number; height: number }): Promise<void> {
    const screen = { screenWidth: width, screenHeight: height };
    await this.#main.send('Emulation.setDeviceMetricsOverride', { width, height, ...screen, ...METRICS });
  }

  async go(url: string): Promise<void> {
    await this.#main.send('Page.navigate', { url });
  }

  /** Deletes the databases that an origin has stored on this phone. No page of the origin may be open. */
  async deleteDatabases(origin: string): Promise<void> {
    await this.#main.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  }

  /** Returns the document of a frame in the page, whether in the page's process or its own. */
  async frame(): Promise<Place | undefined> {
    const { frameTree } = await this.#main.send('Page.getFrameTree');
    const [inside] = frameTree.childFrames ?? [];
    if (inside) return { session: this.#main, frameId: inside.frame.id };
    for (const session of this.#frames.values()) {
      const tree = await session.send('Page.getFrameTree').catch(() => undefined);
      if (tree) return { session, frameId: tree.frameTree.frame.id };
    }
    return undefined;
  }

  /**
   * Runs a function, or the source text of one, in the kit's world of a document. Returns its result, serialised as
   * JSON.
   */
  async evaluate<A, R>({ session, frameId }: Place, work: ((given: A) => R) | string, given: A): Promise<Awaited<R>> {
    const expression = `(${work})(${JSON.stringify(given) ?? 'undefined'})`;
    // The one that exists, where the document has one.
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId, ...WORLD });
    const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
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

  async tap(spot: Spot): Promise<void> {
    await this.#main.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] });
    await this.#main.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Presses a key that types no text, e.g. "Tab". */
  async key(key: string, windowsVirtualKeyCode: number): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode };
    await this.#main.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await this.#main.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Types a text into the focused element, key by key. */
  async type(text: string): Promise<void> {
    for (const key of text) {
      await this.#main.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
      await this.#main.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    }
  }

  /** Selects the focused field's content, so that typing replaces it. */
  async selectAll(): Promise<void> {
    const event = { key: 'a', code: 'KeyA' };
    await this.#main.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, commands: ['selectAll'] });
    await this.#main.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Counts the listeners on a document and its window. */
  async countListeners({ session }: Place): Promise<number> {
    let count = 0;
    for (const expression of ['window', 'document', 'document.body', 'document.documentElement']) {
      const { result } = await session.send('Runtime.evaluate', { expression });
      const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
      count += listeners.length;
    }
    return count;
  }

  /** Returns the texts of a document's console errors and warnings so far. Scripts could detect this: it comes last. */
  async consoleFaults({ session }: Place): Promise<string[]> {
    const texts: string[] = [];
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      if (type !== 'error' && type !== 'warning') return;
      texts.push(args.map(({ value, description }) => String(value ?? description ?? '')).join(' '));
    });
    // Enabling replays earlier messages before the response.
    await session.send('Runtime.enable');
    await session.send('Runtime.disable');
    return texts;
  }

  /**
   * Configures a document's session before its first script runs. Commands are sent together, because a paused target
   * responds late.
   */
  #prepare(session: Session): Promise<unknown> {
    this.#listenTo(session);
    return Promise.all([
      session.send('Network.enable'),
      session.send('Log.enable'),
      session.send('Page.enable'),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: this.#script, ...WORLD }),
      session.send('Emulation.setUserAgentOverride', userAgent(this.#chromium.major)),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'iframe' }],
      }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  #listenTo(session: Session): void {
    session.on('Target.attachedToTarget', ({ sessionId }) => {
      const frame = this.#chromium.pipe.session(sessionId);
      this.#frames.set(sessionId, frame);
      this.#prepare(frame).catch(() => undefined);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => this.#frames.delete(sessionId));
    session.on('Log.entryAdded', ({ entry: { level, text, url = '' } }) => {
      if (level === 'error' || level === 'warning') this.complaints.push({ text, url });
    });
    session.on('Network.requestWillBeSent', ({ request: { method, url }, initiator }) => {
      const [caller] = initiator.stack?.callFrames ?? [];
      if (/^https?:/.test(url) && caller && /\/remotes\/surveys\//.test(caller.url)) this.calls.push({ method, url });
    });
    session.on('Page.windowOpen', ({ url }) => this.popups.push(url));
    session.on('Page.javascriptDialogOpening', () => {
      this.#main.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => undefined);
    });
  }
}
