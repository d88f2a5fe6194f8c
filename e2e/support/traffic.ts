import type { Page } from 'playwright/test';

/** Every address that a page asks for, from now on. */
export function recordRequests(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  return addresses;
}

/** The versions of a remote that scripts were asked of. */
export function versionsIn(addresses: readonly string[], remote: string): string[] {
  const script = new RegExp(`/remotes/${remote}/([^/]+)/[^/]+\\.js$`);
  const versions = addresses.map((url) => script.exec(url)?.[1]).filter((version) => version !== undefined);
  return [...new Set(versions)];
}
