import { parseRegistry } from 'shared-ui/contract';
import { identityOf, type Runtime } from '../protocol.ts';

/** Where the answers that a page starts from lie in a revision's cache. Any route gets the same page. */
export const PAGE = '/index.html';
export const REGISTRY = '/registry.json';
export const CONFIG = '/config.json';

/** What the server would give to a page that is opened now. */
export interface Deployed {
  hash: string;
  runtime: Runtime;
  /** The answer itself, with its Content-Security-Policy. */
  page: Response;
}

/**
 * With cookies: what is deployed for this browser may be another version than for the next one. But never a test version,
 * which is for a time and would outlive it here.
 */
async function ask(url: string, accept: string): Promise<Response> {
  const headers = { accept, 'lodestar-for': 'worker' };
  const response = await fetch(url, { headers, cache: 'no-cache', credentials: 'same-origin', redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

const askJson = async (url: string): Promise<unknown> => (await ask(url, 'application/json')).json();

/** The gateway writes configuration and registry into the page; plain static hosting has them beside it. */
async function runtimeIn(html: string): Promise<Runtime> {
  const [, block] = /<script type="application\/json" id="lodestar-runtime">([^<]*)<\/script>/.exec(html) ?? [];
  const written: unknown = block === undefined ? undefined : JSON.parse(block);
  const { config, registry } = (written ?? {
    config: await askJson(CONFIG),
    registry: await askJson(REGISTRY),
  }) as Runtime;
  return { config, registry: parseRegistry(registry) };
}

/**
 * Asks the server what is deployed now. Throws when it can't be reached or answers anything else than this product's page:
 * the login page of a hospital's Wi-Fi says 200 as well.
 */
export async function askDeployed(): Promise<Deployed> {
  const page = await ask(PAGE, 'text/html');
  const runtime = await runtimeIn(await page.clone().text());
  return { hash: await identityOf(runtime), runtime, page };
}
