import type { Page, Request } from 'playwright/test';
import { textsLanguageOf } from 'shared-ui/contract/host';

/** Records every URL the page requests from now on. */
export function recordRequests(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  return addresses;
}

/** Returns the languages of the texts among addresses. English is in the code. */
export const textLanguagesIn = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap((url) => textsLanguageOf(url) ?? [])),
];

/** Holds the scripts of pages back from now on. Returns a function that lets them go on. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/(shell|remotes)\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/stream';

/**
 * Tracks a page's pending requests from now on. The stream is excluded because it stays open. Must be called before the
 * page opens its address: browsers may not report the end of a request whose page was left.
 */
export function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => !isStream(request) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** Returns the versions of a remote whose scripts were requested. */
export function versionsIn(addresses: readonly string[], remote: string): string[] {
  const script = new RegExp(`/remotes/${remote}/([^/]+)/[^/]+\\.js$`);
  const versions = addresses.map((url) => script.exec(url)?.[1]).filter((version) => version !== undefined);
  return [...new Set(versions)];
}

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
