import { TEST_MARK } from '../protocol.ts';
import { scope } from './scope.ts';

const LINK = '/override';

/** A link was opened and the mark is being set: the page that comes next waits for it. */
let marking: Promise<unknown> | undefined;

/** The link itself is the server's to answer. */
export function watchLinks(): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.mode !== 'navigate' || new URL(request.url).pathname !== LINK) return;
    marking = caches.open(TEST_MARK);
    event.waitUntil(marking);
  });
}

/**
 * The page as the server gives it to a browser with a test version; undefined for every other browser, and without network.
 * What the server gives is kept nowhere.
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
