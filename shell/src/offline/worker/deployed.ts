import { parseRegistry } from 'shared-ui/contract';
import { identityOf, type Runtime } from '../protocol.ts';

/** Cache keys of the responses that a page starts from. Every route gets the same page. */
export const PAGE = '/index.html';
export const REGISTRY = '/registry.json';
export const CONFIG = '/config.json';

/** What the server would serve to a page opened now. */
export interface Deployed {
  hash: string;
  runtime: Runtime;
  /** The page's response, including its Content-Security-Policy. */
  page: Response;
}

/**
 * Sends cookies, because the deployed version may differ between browsers. The header excludes test versions: they are
 * temporary and would outlive their expiry in the cache.
 */
async function fetchFresh(url: string, accept: string): Promise<Response> {
  const headers = { accept, 'lodestar-for': 'worker' };
  const response = await fetch(url, { headers, cache: 'no-cache', credentials: 'same-origin', redirect: 'error' });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response;
}

const fetchJson = async (url: string): Promise<unknown> => (await fetchFresh(url, 'application/json')).json();

/** Reads configuration and registry from the page, where the gateway inlines them, or from their files. */
async function runtimeIn(html: string): Promise<Runtime> {
  const [, block] = /<script type="application\/json" id="lodestar-runtime">([^<]*)<\/script>/.exec(html) ?? [];
  const inlined: unknown = block === undefined ? undefined : JSON.parse(block);
  const { config, registry } = (inlined ?? {
    config: await fetchJson(CONFIG),
    registry: await fetchJson(REGISTRY),
  }) as Runtime;
  return { config, registry: parseRegistry(registry) };
}

/**
 * Asks the server what is deployed now.
 * @throws Error if it can't be reached or responds with anything other than this app's page: the sign-in page of a
 * hospital's Wi-Fi also has status 200
 */
export async function fetchDeployed(): Promise<Deployed> {
  const page = await fetchFresh(PAGE, 'text/html');
  const runtime = await runtimeIn(await page.clone().text());
  return { hash: await identityOf(runtime), runtime, page };
}
