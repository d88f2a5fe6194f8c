import { test as base, expect, type Page } from 'playwright/test';
import type { Account } from './api.ts';
import type { Barcode } from './camera.ts';
import { addToFigure } from './figures.ts';
import { type Problems, watchForProblems } from './problems.ts';
import { keepSession, type Settings } from './session.ts';
import { Stack } from './stack.ts';
import { onAnotherPhone } from './timeline.ts';

/** What a project may set. */
export interface Options {
  /** What the camera sees; set by the camera projects only. */
  barcode: Barcode;
}

interface TestFixtures {
  /** Console errors, page errors and violations of the policy: any one fails the test, unless it is allowed. */
  problems: Problems;
  /** Opens the page as a user who is signed in and past the tutorial offer. */
  signIn(account: Account, options?: { storySteps?: number; settings?: Settings }): Promise<string>;
  /** Signs in on a phone that has never been here, opens a page, looks, and puts the phone away. */
  onAnotherPhone(who: { account: Account; path: string }, look: (page: Page) => Promise<void>): Promise<void>;
  /** After the test the registry is what it was before. */
  registryRestored: undefined;
}

interface WorkerFixtures {
  stack: Stack;
}

export const test = base.extend<TestFixtures & Options, WorkerFixtures>({
  barcode: ['code128', { option: true }],

  stack: [
    // The runner wants the fixtures that this one builds on named in a pattern; this one needs none.
    async ({ browserName: _any }, use) => {
      const stack = await Stack.start();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ stack }, use) => use(stack.url),

  problems: [
    async ({ context }, use, testInfo) => {
      const problems = await watchForProblems(context);
      await use(problems);
      // What a test answers in the place of the network may still be on its way: the page that asked is going. A context
      // that the test has closed itself has nothing on its way.
      const askers = [context, ...context.pages()];
      await Promise.allSettled(askers.map((asker) => asker.unrouteAll({ behavior: 'ignoreErrors' })));
      addToFigure(testInfo, 'policy', { tests: 1, violations: problems.violations().length });
      expect(problems.violations(), 'policy violations').toEqual([]);
      expect(problems.unexpected(), 'console errors, page errors and policy violations').toEqual([]);
    },
    { auto: true },
  ],

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
      await keepSession(context, { token, settings: { isUserValidated: true, ...settings } });
      return token;
    });
  },

  onAnotherPhone: async ({ browser, stack }, use) => {
    await use((who, look) => onAnotherPhone({ browser, stack }, who, look));
  },
});

export { expect };
