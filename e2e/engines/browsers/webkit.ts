import { findProgram } from 'tools/commands/browsers/tools';
import { type Source, WebDriverBrowser } from './actions.ts';
import { type Browser, type Engine, WINDOW, type WindowOptions } from './browser.ts';
import type { Program } from './programs.ts';
import { WebDriver } from './webdriver.ts';
import { startDriver, startScreen } from './webkit-programs.ts';

const SCRIPT_MS = 5_000;

/** Global in which a page collects its errors, because the driver does not report the console. */
const ERRORS = 'globalThis.__engineErrors';

/** Runs in the page from its source text: collects the page's errors from now on. */
function watch(): void {
  if ('__engineErrors' in globalThis) return;
  const errors: string[] = [];
  Object.defineProperty(globalThis, '__engineErrors', { value: errors });
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    errors.push(`policy: ${violatedDirective} blocked ${blockedURI}`);
  });
  const { error } = console;
  console.error = (...said) => {
    errors.push(said.map(String).join(' '));
    error(...said);
  };
}

class WebKit extends WebDriverBrowser implements Browser {
  readonly name: string;
  readonly #driver: WebDriver;
  readonly #programs: Program[];
  readonly #errors: string[] = [];

  constructor(driver: WebDriver, programs: Program[]) {
    super();
    this.name = `WebKitGTK ${driver.capabilities.browserVersion}`;
    this.#driver = driver;
    this.#programs = programs;
  }

  async open(url: string): Promise<void> {
    // The current page may be navigating, which makes its errors unavailable.
    await this.errors().catch(() => undefined);
    await this.#driver.post('url', { url });
    await this.evaluate(`(${watch.toString()})()`);
  }

  async evaluate(expression: string): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await this.#driver.post('execute/async', { script, args: [] })) as {
      value?: unknown;
      error?: string;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  async evaluateInFrame(expression: string): Promise<unknown> {
    await this.#driver.post('frame', { id: 0 });
    try {
      return await this.evaluate(expression);
    } finally {
      await this.#driver.post('frame', { id: null });
    }
  }

  async back(): Promise<void> {
    // The driver's own command waits for a document load, and never returns for navigation within the page.
    await this.evaluate('history.back()');
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(String(await this.#driver.get('screenshot')), 'base64');
  }

  async errors(): Promise<readonly string[]> {
    this.#errors.push(...((await this.evaluate(`${ERRORS}?.splice(0) ?? []`)) as string[]));
    return this.#errors;
  }

  async close(): Promise<void> {
    // The programs are ended even when the driver reports an error.
    await this.#driver.end().catch(() => undefined);
    for (const program of this.#programs) await program.end();
  }

  protected async perform(actions: Source[]): Promise<void> {
    await this.#driver.post('actions', { actions });
  }
}

/** Resizes the window so that its viewport is as large as a phone's. */
async function fit(driver: WebDriver): Promise<void> {
  const inside = 'return [innerWidth, innerHeight]';
  await driver.post('window/rect', WINDOW);
  const [width, height] = (await driver.post('execute/sync', { script: inside, args: [] })) as [number, number];
  await driver.post('window/rect', {
    width: WINDOW.width + (WINDOW.width - width),
    height: WINDOW.height + (WINDOW.height - height),
  });
}

async function launch({ dark = false, userAgent }: WindowOptions = {}): Promise<Browser> {
  const screen = await startScreen();
  const programs = [screen.program];
  try {
    const driver = await startDriver(screen.display);
    programs.unshift(driver.program);
    const args = ['--automation'];
    if (dark) args.push('--dark-mode');
    if (userAgent !== undefined) args.push(`--user-agent=${userAgent}`);
    const session = await WebDriver.open(driver.url, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: findProgram('webkit'), args },
    });
    // A script whose page navigates away never gets a response.
    await session.post('timeouts', { script: SCRIPT_MS });
    await fit(session);
    return new WebKit(session, programs);
  } catch (thrown) {
    for (const program of programs) await program.end();
    throw thrown;
  }
}

function missing(): string | undefined {
  if (findProgram('webkit') === undefined || findProgram('webkitDriver') === undefined) {
    return 'WebKitGTK with its driver is not installed (Debian: webkit2gtk-driver)';
  }
  return findProgram('screen') === undefined
    ? 'WebKitGTK needs a screen, and Xvfb is not installed (Debian: xvfb)'
    : undefined;
}

/** The system's WebKit (WebKitGTK), driven through its own WebDriver on a virtual display. */
export const webkit: Engine = { name: 'WebKit', missing, launch };
