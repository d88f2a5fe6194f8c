import { expect, type Locator, type Page, type Request } from 'playwright/test';
import { GIVEN_UP_MS } from './api-faults.ts';

/** Time for a page to show an error after ten seconds of silence, in milliseconds, on a busy machine. */
const SETTLED_MS = 20_000;

/** Scripts of the page itself, which no API fault affects. */
const isCode = (request: Request) => !request.url().includes('/api/') && request.resourceType() === 'script';

/**
 * Fast-forwards a page's clock past a server's silence. Other pending requests would time out as well, so they are
 * awaited first.
 */
export class Silence {
  readonly #page: Page;
  readonly #pending = new Set<Request>();

  /**
   * Must be created before the page opens anything. @param isAwaited selects the requests that get a response and are
   * awaited
   */
  constructor(page: Page, isAwaited = isCode) {
    this.#page = page;
    page.on('request', (request) => {
      if (isAwaited(request)) this.#pending.add(request);
    });
    const over = (request: Request) => void this.#pending.delete(request);
    page.on('requestfinished', over);
    page.on('requestfailed', over);
  }

  /** Advances the clock until the silent requests have timed out and the result is visible. */
  async passUntil(there: Locator): Promise<void> {
    await expect(async () => {
      await this.#restIsThere();
      await this.#page.clock.fastForward(GIVEN_UP_MS);
      await expect(there).toBeVisible({ timeout: SETTLED_MS });
    }).toPass({ timeout: 3 * SETTLED_MS });
  }

  /** Waits until all awaited requests have finished and none has triggered another. */
  async #restIsThere(): Promise<void> {
    const isThere = async () => {
      await this.#page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
      return [...this.#pending].map((request) => request.url());
    };
    await expect.poll(isThere).toEqual([]);
    await expect.poll(isThere).toEqual([]);
  }
}
