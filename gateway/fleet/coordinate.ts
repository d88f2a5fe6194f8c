import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { integrityOf } from '../common/disk.ts';
import { PlainError, reasonOf } from '../common/plain-error.ts';
import type { Build } from '../publish/publisher.ts';
import type { KnownVersionHealth, Order } from '../rollout/release/order.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import type { OrderResult } from './prepare.ts';
import { signRequest } from './signed-request.ts';
import { fetchFile, fetchState, isSame, type PeerState } from './state.ts';

const ORDER_TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 120_000;
/** How long gateways may take to agree before a publication, and to catch up after it, in milliseconds. */
const AGREE_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 100;

/** An order without the fields that come from the gateways. */
export type OrderRequest = Pick<Order, 'kind' | 'name' | 'version' | 'share' | 'why' | 'force'>;

/** The result of a publication. */
interface FleetResult extends OrderResult {
  /** Gateways that became unreachable after the switch was decided; they catch up when they return. */
  unreachable: string[];
}

/** Thrown when a gateway responds with a refusal. */
class Refused extends PlainError {}

/** Parses GATEWAYS into unique origins, in the same order for every publisher. Throws PlainError. */
export function readGateways(text: string): string[] {
  const urls = text.split(',').map((url) => url.trim());
  for (const url of urls) {
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      throw new PlainError('GATEWAYS must be addresses that start with http:// or https://, separated by commas.');
    }
  }
  return [...new Set(urls.map((url) => new URL(url).origin))].sort();
}

async function send<T>(key: SigningKey, origin: string, path: string, body: Buffer, ms = ORDER_TIMEOUT_MS): Promise<T> {
  const type = path.startsWith('/deploy/files/') ? 'application/octet-stream' : 'application/json';
  const headers = { ...signRequest(key, 'POST', path, body), 'content-type': type };
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(ms);
    response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      signal,
      redirect: 'error',
    });
    text = await response.text();
  } catch (thrown) {
    throw new PlainError(`${origin} is unreachable (${reasonOf(thrown)})`);
  }
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
  throw new Refused(`${origin} refused the request: ${messageIn(text) ?? `it answered ${response.status}`}`);
}

function messageIn(text: string): string | undefined {
  try {
    const message: unknown = JSON.parse(text)?.error?.message;
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

const sendJson = <T>(key: SigningKey, origin: string, path: string, value: object) =>
  send<T>(key, origin, path, Buffer.from(JSON.stringify(value)));

/** Returns the state that all gateways share. Throws PlainError when one is unreachable or they don't agree in time. */
async function agreedState(gateways: readonly string[]): Promise<PeerState> {
  const until = Date.now() + AGREE_TIMEOUT_MS;
  for (;;) {
    const states = await Promise.all(
      gateways.map((origin) =>
        fetchState(origin).catch((thrown: unknown) => {
          throw new PlainError(`${origin} is unreachable, so nothing was switched: ${reasonOf(thrown)}`);
        }),
      ),
    );
    const [first] = states;
    if (first !== undefined && states.every((state) => isSame(state, first))) return first;
    if (Date.now() > until) {
      const revisions = states.map(({ revision }, index) => `${gateways[index]} has ${revision}`).join(', ');
      throw new PlainError(
        `The gateways have different registries (${revisions}), so nothing was switched: check that GATEWAYS lists all of them at each gateway.`,
      );
    }
    await wait(POLL_INTERVAL_MS);
  }
}

/** Sends a build's files to a gateway that doesn't have them. */
async function sendFiles(key: SigningKey, origin: string, { name, version, files, manifest }: Build): Promise<void> {
  const present = await fetchFile(origin, name, version, manifest).catch(() => undefined);
  if (present?.equals(files.get(manifest) ?? Buffer.alloc(0)) === true) return;
  for (const [path, content] of files) {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    await send(key, origin, `/deploy/files/${name}/${version}/${encoded}`, content, FILE_TIMEOUT_MS);
  }
}

/** Prepares the gateways in turn; when one fails, all drop the order. */
async function prepareAll(key: SigningKey, gateways: readonly string[], order: Order): Promise<OrderResult> {
  let last: OrderResult = { changed: false, revision: order.revision };
  for (const origin of gateways) {
    try {
      last = await sendJson<OrderResult>(key, origin, '/deploy/prepare', order);
    } catch (thrown) {
      await dropAll(key, gateways, order.id);
      throw new PlainError(`Nothing was switched: ${reasonOf(thrown)}`);
    }
  }
  return last;
}

/** An unreachable gateway drops the order itself after a while. */
async function dropAll(key: SigningKey, gateways: readonly string[], id: string): Promise<void> {
  await Promise.allSettled(gateways.map((origin) => sendJson(key, origin, '/deploy/drop', { id })));
}

/**
 * Switches the first gateway, which decides: the others follow its state, even those that were unreachable meanwhile.
 * Throws PlainError when it refuses, or when it became unreachable and its state is unknown.
 */
async function decide(key: SigningKey, gateways: readonly string[], id: string): Promise<void> {
  const [first = ''] = gateways;
  try {
    await sendJson<OrderResult>(key, first, '/deploy/switch', { id });
  } catch (thrown) {
    if (thrown instanceof Refused) {
      await dropAll(key, gateways, id);
      throw new PlainError(`Nothing was switched: ${reasonOf(thrown)}`);
    }
    throw new PlainError(
      `${reasonOf(thrown)} during the switch. The others are unchanged, and follow its registry when it is back: check with --history, then publish again if necessary.`,
    );
  }
}

/** Switches the others and waits until every reachable gateway has caught up. Returns the unreachable ones. */
async function switchOthers(key: SigningKey, gateways: readonly string[], id: string): Promise<string[]> {
  const [first = '', ...others] = gateways;
  await Promise.allSettled(others.map((origin) => sendJson<OrderResult>(key, origin, '/deploy/switch', { id })));
  const until = Date.now() + AGREE_TIMEOUT_MS;
  for (;;) {
    const states = await Promise.all(gateways.map((origin) => fetchState(origin).catch(() => undefined)));
    const decided = states[gateways.indexOf(first)];
    const behind = states.some((state) => state && decided && state.revision < decided.revision);
    if (!behind || Date.now() > until) return gateways.filter((_, index) => states[index] === undefined);
    await wait(POLL_INTERVAL_MS);
  }
}

/**
 * Publishes to several gateways in two phases: all get the files and the order, then all switch. Stops before the
 * switch when a gateway is unreachable or refuses. Throws a PlainError that names it.
 * @param gateways origins, as `readGateways` orders them
 * @param build the build to publish; absent for versions that are already published
 */
export async function publishToAll(
  gateways: readonly string[],
  key: SigningKey,
  request: OrderRequest,
  build?: Build,
): Promise<FleetResult> {
  const [first = ''] = gateways;
  const { revision, digest } = await agreedState(gateways);
  if (build !== undefined) {
    const sent = gateways.map((origin) => sendFiles(key, origin, build));
    for (const one of await Promise.allSettled(sent)) {
      if (one.status === 'rejected') throw new PlainError(`Nothing was switched: ${reasonOf(one.reason)}`);
    }
  }
  const health = await sendJson<KnownVersionHealth>(key, first, '/deploy/standing', { name: request.name });
  const buildFields = build === undefined ? {} : buildFieldsOf(build);
  const order: Order = { ...request, ...buildFields, id: randomUUID(), revision, digest, standing: health };
  const result = await prepareAll(key, gateways, order);
  if (!result.changed) return { ...result, unreachable: [] };
  await decide(key, gateways, order.id);
  return { ...result, unreachable: await switchOthers(key, gateways, order.id) };
}

type BuildFields = Pick<Order, 'version' | 'integrity' | 'signature' | 'receipt'>;

function buildFieldsOf({ version, files, manifest, published, receipt }: Build): BuildFields {
  const integrity = published?.integrity ?? integrityOf(files.get(manifest) ?? Buffer.alloc(0));
  const signature = published?.signature;
  return { version, integrity, ...(signature ? { signature } : {}), ...(receipt === undefined ? {} : { receipt }) };
}
