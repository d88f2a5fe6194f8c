import type { Page } from 'playwright/test';

declare global {
  var __renderers: string[] | undefined;
}

/** Installs a fake React developer tools hook: each copy of react-dom registers with it on start. */
export async function countRenderers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announced: string[] = [];
    globalThis.__renderers = announced;
    Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      renderers: new Map(),
      inject: ({ version }: { version: string }) => announced.push(version),
      checkDCE: () => undefined,
      onCommitFiberRoot: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    });
  });
}

/** Returns the version of every copy of react-dom started in the page since `countRenderers`. */
export const renderers = (page: Page) => page.evaluate(() => globalThis.__renderers);
