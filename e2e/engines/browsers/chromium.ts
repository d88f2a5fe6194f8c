import { type Page, chromium as playwright } from 'playwright/test';
import { launchWindowless } from '../../support/phone/browser.ts';
import { type Browser, type Engine, WINDOW, type WindowOptions } from './browser.ts';

class Chromium implements Browser {
  readonly name: string;
  readonly #page: Page;
  readonly #errors: string[] = [];

  constructor(page: Page, version: string) {
    this.name = `Chromium ${version}`;
    this.#page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#errors.push(String(error)));
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'domcontentloaded' });
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#page.evaluate(`(async () => (${expression}))()`);
  }

  async evaluateInFrame(expression: string): Promise<unknown> {
    const frame = this.#page.frames()[1];
    if (!frame) throw new Error('The page has no frame');
    return frame.evaluate(`(async () => (${expression}))()`);
  }

  tap(x: number, y: number): Promise<void> {
    return this.#page.mouse.click(x, y);
  }

  async type(keys: string): Promise<void> {
    await this.#page.keyboard.type(keys);
  }

  selectAll(): Promise<void> {
    return this.#page.keyboard.press('Control+a');
  }

  async back(): Promise<void> {
    await this.#page.goBack({ waitUntil: 'commit' });
  }

  picture(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  async errors(): Promise<readonly string[]> {
    return this.#errors;
  }

  async close(): Promise<void> {
    await this.#page.context().browser()?.close();
  }
}

async function launch({ dark = false, userAgent }: WindowOptions = {}): Promise<Browser> {
  const browser = await playwright.launch(launchWindowless());
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: 'en-CA',
    colorScheme: dark ? 'dark' : 'light',
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  return new Chromium(await context.newPage(), browser.version());
}

/** Chromium as used by all other end-to-end tests, behind the common interface. */
export const chromium: Engine = { name: 'Chromium', missing: () => undefined, launch };
