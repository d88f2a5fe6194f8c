import { TEST_MARK } from '../protocol.ts';
import { scope } from './scope.ts';

const LINK = '/override';

/** Pending write of the mark after a link was opened; the next page waits for it. */
let marking: Promise<unknown> | undefined;

/** Sets the mark when an override link is opened. The server responds to the link itself. */
export function watchLinks(): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.mode !== 'navigate' || new URL(request.url).pathname !== LINK) return;
    marking = caches.open(TEST_MARK);
    event.waitUntil(marking);
  });
}

/**
 * Returns the server's page in a browser with a test version, without storing it. Undefined in every other browser and
 * when offline.
 */
export async function testPage(request: Request): Promise<Response | undefined> {
  await marking?.catch(() => undefined);
  if (!(await caches.has(TEST_MARK))) return undefined;
  const page = await fetch(request).catch(() => undefined);
  if (page === undefined || page.type === 'opaqueredirect' || page.headers.has('lodestar-override')) return page;
  marking = undefined;
  await caches.delete(TEST_MARK);
  return undefined;
}
