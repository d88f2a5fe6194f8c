import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from 'tools/commands/browsers/tools';
import { type Source, WebDriverBrowser } from './actions.ts';
import { Bidi } from './bidi.ts';
import { type Browser, type Engine, WINDOW, type WindowOptions } from './browser.ts';
import { Program, removeProfile } from './programs.ts';

/** Profile settings that suppress first-run prompts and requests to servers other than the page's. */
const QUIET = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-CA, en',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

const SCHEMES = { dark: 0, light: 1 } as const;

/**
 * Firefox's message about a script whose download was cut short by navigation: it reports the hash of empty content. A
 * message with any other hash is a real error.
 */
const CUT_SHORT = /The computed hash is “OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6\/529l\+9Ua0vFImLlb”/;

interface Tree {
  contexts: { context: string; children: { context: string }[] }[];
}

interface Logged {
  level: string;
  text: string | null;
}

type Evaluated =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

class Firefox extends WebDriverBrowser implements Browser {
  readonly name: string;
  readonly #program: Program;
  readonly #bidi: Bidi;
  readonly #context: string;
  readonly #profile: string;
  readonly #errors: string[] = [];

  constructor(parts: { name: string; program: Program; bidi: Bidi; context: string; profile: string }) {
    super();
    this.name = parts.name;
    this.#program = parts.program;
    this.#bidi = parts.bidi;
    this.#context = parts.context;
    this.#profile = parts.profile;
    this.#bidi.on('log.entryAdded', (params) => {
      const { level, text } = params as Logged;
      if (level === 'error' && !CUT_SHORT.test(text ?? '')) this.#errors.push(text ?? '');
    });
  }

  async open(url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait: 'interactive' });
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#evaluateIn(this.#context, expression);
  }

  async evaluateInFrame(expression: string): Promise<unknown> {
    const { contexts } = (await this.#bidi.send('browsingContext.getTree', { root: this.#context })) as Tree;
    const [frame] = contexts[0]?.children ?? [];
    if (!frame) throw new Error('The page has no frame');
    return this.#evaluateIn(frame.context, expression);
  }

  async back(): Promise<void> {
    await this.#bidi.send('browsingContext.traverseHistory', { context: this.#context, delta: -1 });
  }

  async picture(): Promise<Buffer> {
    const { data } = (await this.#bidi.send('browsingContext.captureScreenshot', { context: this.#context })) as {
      data: string;
    };
    return Buffer.from(data, 'base64');
  }

  async errors(): Promise<readonly string[]> {
    return this.#errors;
  }

  async close(): Promise<void> {
    this.#bidi.close();
    await this.#program.end();
    await removeProfile(this.#profile);
  }

  async #evaluateIn(context: string, expression: string): Promise<unknown> {
    const answer = (await this.#bidi.send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context },
      awaitPromise: true,
    })) as Evaluated;
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
  }

  protected async perform(actions: Source[]): Promise<void> {
    await this.#bidi.send('input.performActions', { context: this.#context, actions });
  }
}

function preferences({ dark = false, userAgent }: WindowOptions): string {
  const all = {
    ...QUIET,
    'layout.css.prefers-color-scheme.content-override': dark ? SCHEMES.dark : SCHEMES.light,
    ...(userAgent === undefined ? {} : { 'general.useragent.override': userAgent }),
  };
  return Object.entries(all)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

async function launch(options: WindowOptions = {}): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'lodestar-firefox-'));
  await writeFile(join(profile, 'user.js'), preferences(options));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const program = new Program('Firefox', [findProgram('firefox') ?? 'firefox', ...args], process.env);
  try {
    const [, address = ''] = await program.prints(/WebDriver BiDi listening on (ws:\S+)/);
    const bidi = await Bidi.connect(`${address}/session`);
    const { capabilities } = (await bidi.send('session.new', { capabilities: {} })) as {
      capabilities: { browserName: string; browserVersion: string };
    };
    const { contexts } = (await bidi.send('browsingContext.getTree', {})) as Tree;
    const context = contexts[0]?.context ?? '';
    const name = `Firefox ${capabilities.browserVersion}`;
    const browser = new Firefox({ name, program, bidi, context, profile });
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    await bidi.send('browsingContext.setViewport', { context, viewport: WINDOW });
    return browser;
  } catch (thrown) {
    await program.end();
    await removeProfile(profile);
    throw thrown;
  }
}

/** The system's Firefox, driven through its built-in WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: () => (findProgram('firefox') === undefined ? 'Firefox is not installed (Debian: firefox-esr)' : undefined),
  launch,
};
