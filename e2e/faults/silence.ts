import { expect, type Locator, type Page, type Request } from 'playwright/test';
import { GIVEN_UP_MS } from './api-faults.ts';

/** So long after ten seconds of silence a page has said so, in milliseconds, on a machine that is busy. */
const SETTLED_MS = 8_000;

/** The code of the page itself, which no fault of the API holds up. */
const isCode = (request: Request) => !request.url().includes('/api/') && request.resourceType() === 'script';

/**
 * Lets a page's clock pass over a server's silence. What else is on its way would be given up as well, so it is waited
 * for first.
 */
export class Silence {
  readonly #page: Page;
  readonly #underWay = new Set<Request>();

  /** Before the page opens anything. @param isAwaited which requests are answered, and waited for */
  constructor(page: Page, isAwaited = isCode) {
    this.#page = page;
    page.on('request', (request) => {
      if (isAwaited(request)) this.#underWay.add(request);
    });
    const over = (request: Request) => void this.#underWay.delete(request);
    page.on('requestfinished', over);
    page.on('requestfailed', over);
  }

  /** Until what is not answered has been given up, and the page shows what that leads to. */
  async passUntil(there: Locator): Promise<void> {
    await expect(async () => {
      await this.#restIsThere();
      await this.#page.clock.fastForward(GIVEN_UP_MS);
      await expect(there).toBeVisible({ timeout: SETTLED_MS });
    }).toPass({ timeout: 3 * SETTLED_MS });
  }

  /** All that the page has asked for has come and run, and none of it has asked for more. */
  async #restIsThere(): Promise<void> {
    const isThere = async () => {
      await this.#page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
      return this.#underWay.size;
    };
    await expect.poll(isThere).toBe(0);
    await expect.poll(isThere).toBe(0);
  }
}
