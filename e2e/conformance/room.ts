import type { CDPSession, Page } from 'playwright/test';
import type { Alive, Calls, Filled, MountOptions, Reply } from './room-page.ts';

/** How long something that should happen at once may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 5_000;

/** What the browser itself counts after a collection. */
export interface Counted {
  nodes: number;
  listeners: number;
  heap: number;
}

/** The kit's hands in the page: mounts, looks, presses. */
export class Room {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async enter(page: Page): Promise<Room> {
    const cdp = await page.context().newCDPSession(page);
    await page.evaluate(() => globalThis.conformance.enter());
    return new Room(page, cdp);
  }

  load(container: string, expose: string) {
    return this.page.evaluate(([name, what]) => globalThis.conformance.load(name, what), [container, expose] as const);
  }

  /** Mounts and waits for something to press; gives what stood in the container the moment mount() returned. */
  async mount(options: MountOptions) {
    const mounted = await this.page.evaluate((given) => globalThis.conformance.mount(given), options);
    await this.has('button, input[type=submit]');
    return mounted;
  }

  unmount(): Promise<void> {
    return this.page.evaluate(() => globalThis.conformance.unmount());
  }

  reply(how: Reply): Promise<void> {
    return this.page.evaluate((next) => globalThis.conformance.reply(next), how);
  }

  release(): Promise<void> {
    return this.page.evaluate(() => globalThis.conformance.release());
  }

  calls(): Promise<Calls> {
    return this.page.evaluate(() => globalThis.conformance.calls());
  }

  fill(which: 'first' | 'last'): Promise<Filled> {
    return this.page.evaluate((one) => globalThis.conformance.fill(one), which);
  }

  values(): Promise<string[]> {
    return this.page.evaluate(() => globalThis.conformance.values());
  }

  press(): Promise<boolean> {
    return this.page.evaluate(() => globalThis.conformance.press());
  }

  finish(): Promise<boolean> {
    return this.page.evaluate(() => globalThis.conformance.finish());
  }

  text(): Promise<string> {
    return this.page.locator('#conformance-room').innerText();
  }

  /** Waits until the page says so. Returns whether it does in time. */
  async until(condition: (given: string) => boolean, given = ''): Promise<boolean> {
    return this.page
      .waitForFunction(condition, given, { timeout: PATIENCE_MS, polling: 30 })
      .then(() => true)
      .catch(() => false);
  }

  /** Waits until there is such an element in the room. */
  has(selector: string): Promise<boolean> {
    return this.until((wanted) => document.querySelector(`#conformance-room :is(${wanted})`) !== null, selector);
  }

  /** Waits until the remote has submitted this often. */
  hasSubmitted(times: number): Promise<boolean> {
    return this.until((given) => globalThis.conformance.calls().submitted.length >= Number(given), String(times));
  }

  /** Waits until the room reads this. */
  reads(text: string): Promise<boolean> {
    return this.until(
      (wanted) => (document.getElementById('conformance-room')?.innerText ?? '').includes(wanted),
      text,
    );
  }

  /** Lets everything happen that an element, a promise or a frame set off. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
  }

  async alive(): Promise<Alive> {
    await this.settle();
    return this.page.evaluate(() => globalThis.conformance.alive());
  }

  /** What the browser counts after a garbage collection. */
  async count(): Promise<Counted> {
    await this.settle();
    for (let round = 0; round < 2; round++) await this.#cdp.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await this.#cdp.send('Memory.getDOMCounters');
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
    return { nodes, listeners: jsEventListeners, heap: usedSize };
  }
}
