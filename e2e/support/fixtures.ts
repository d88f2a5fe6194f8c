import { type BrowserContext, test as base, expect, type Page } from 'playwright/test';
import type { Account, Api } from './hospital/api.ts';
import { Stack } from './hospital/stack.ts';
import { Device } from './phone/page-phone.ts';
import { expectNoProblems, type Problems, watchForProblems } from './phone/problems.ts';
import { keepSignedIn, type Settings } from './phone/session.ts';
import { addToFigure } from './run/figures.ts';

/** Details of a test that every change must pass (`npm test`); the others run in `npm run test:all` only. */
export const JOURNEY = { tag: '@journey' };

/** What a test and its helpers have access to. */
export interface World {
  page: Page;
  context: BrowserContext;
  stack: Stack;
  problems: Problems;
}

/** What opens a screen. The product may be a stack of this run's, or an installation without the demo. */
export interface Visit extends Omit<World, 'stack'> {
  stack: { api: Pick<Api, 'call' | 'signIn'> };
}

interface TestFixtures {
  world: World;
  /** Console errors, page errors and policy violations. Any of them fails the test unless allowed. */
  problems: Problems;
  /** Signs in an account before the first page opens, with the email validated. Returns the session token. */
  signIn(account: Account, options?: { storySteps?: number; settings?: Settings }): Promise<string>;
  /** Signs in on a fresh phone, opens a page, runs `look` on it and closes the phone. */
  onAnotherPhone(who: { account: Account; path: string }, look: (page: Page) => Promise<void>): Promise<void>;
  /**
   * Stops the page's clock until the test ends, or until it calls `page.clock.resume()`. The page's clock jumps ahead by
   * a minute, which leaves time to stop it on a slow machine.
   */
  stopClock(): Promise<void>;
  /** Restores the registry after the test. */
  registryRestored: undefined;
}

interface WorkerFixtures {
  stack: Stack;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // Playwright requires an object pattern here, even when no fixture is used.
    async ({ browserName: _any }, use) => {
      const stack = await Stack.start();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ stack }, use) => use(stack.url),

  problems: [
    async ({ context }, use, testInfo) => {
      const problems = await watchForProblems(context);
      await use(problems);
      // Route handlers of the test may still be running while their page closes. A context that the test closed itself
      // has none.
      const askers = [context, ...context.pages()];
      await Promise.allSettled(askers.map((asker) => asker.unrouteAll({ behavior: 'ignoreErrors' })));
      // A reused context would keep these for the next test.
      await Promise.allSettled([context.clearPermissions(), context.setOffline(false)]);
      addToFigure(testInfo, 'policy', { tests: 1, violations: problems.violations().length });
      expect(problems.violations(), 'policy violations').toEqual([]);
      expectNoProblems(problems);
    },
    { auto: true },
  ],

  world: async ({ page, context, stack, problems }, use) => use({ page, context, stack, problems }),

  registryRestored: [
    async ({ stack }, use) => {
      await use(undefined);
      await stack.restoreRegistry();
    },
    { auto: true },
  ],

  signIn: async ({ stack, context }, use) => {
    await use(async (account, { storySteps, settings } = {}) => {
      const token = await stack.api.signIn(account);
      if (storySteps !== undefined) await stack.api.playStory(token, storySteps);
      await keepSignedIn(context, token, settings);
      return token;
    });
  },

  stopClock: async ({ page }, use) => {
    let wasStopped = false;
    await use(async () => {
      wasStopped = true;
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    });
    // Playwright starts a stopped clock while it empties the context. That may add a script which then stays, and which
    // fails in every page of the next test.
    if (wasStopped) await page.clock.resume();
  },

  onAnotherPhone: async ({ browser, stack }, use) => {
    await use(async ({ account, path }, look) => {
      const phone = await Device.open(browser);
      await keepSignedIn(phone.page.context(), await stack.api.signIn(account));
      await phone.open(path);
      await look(phone.page);
      await phone.close();
    });
  },
});

export { expect };
