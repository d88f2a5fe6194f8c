import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { integrityOf } from '../common/disk.ts';
import { PlainError, reasonOf } from '../common/plain-error.ts';
import { GATE_CODE } from '../publish/gate/gate.ts';
import type { Build } from '../publish/publisher.ts';
import type { KnownVersionHealth, Order } from '../rollout/release/order.ts';
import { Refused, sendFiles, sendJson } from '../team-requests/client.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import type { OrderResult } from './prepare.ts';
import { asTeam, fetchFile, fetchState, isSame, type PeerState } from './state.ts';

/** How long gateways may take to agree before a publication, and to catch up after it, in milliseconds. */
const AGREE_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 100;

/** An order without the fields that come from the gateways. */
export type OrderRequest = Pick<Order, 'kind' | 'name' | 'version' | 'share' | 'url' | 'why' | 'force'>;

/** The result of a publication. */
interface FleetResult extends OrderResult {
  /** Gateways that became unreachable after the switch was decided; they catch up when they return. */
  unreachable: string[];
}

/** Returns the state that all gateways share. Throws PlainError when one is unreachable or they don't agree in time. */
async function agreedState(key: SigningKey, gateways: readonly string[]): Promise<PeerState> {
  const until = Date.now() + AGREE_TIMEOUT_MS;
  for (;;) {
    const states = await Promise.all(
      gateways.map((origin) =>
        fetchState(origin, asTeam(key)).catch((thrown: unknown) => {
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

/** Sends a build's files to a gateway that doesn't serve them yet. */
async function sendMissingFiles(key: SigningKey, origin: string, build: Build): Promise<void> {
  const { name, version, files, manifest } = build;
  const present = await fetchFile(origin, asTeam(key), { name, version, path: manifest }).catch(() => undefined);
  if (present?.equals(files.get(manifest) ?? Buffer.alloc(0)) !== true) await sendFiles(key, origin, build);
}

/** Prepares the gateways in turn; when one fails, all drop the order. */
async function prepareAll(key: SigningKey, gateways: readonly string[], order: Order): Promise<OrderResult> {
  let last: OrderResult = { changed: false, revision: order.revision };
  for (const origin of gateways) {
    try {
      last = await sendJson<OrderResult>(key, origin, '/deploy/prepare', order);
    } catch (thrown) {
      await dropAll(key, gateways, order.id);
      throw new PlainError(refusalMessage(thrown, gateways));
    }
  }
  return last;
}

/** Returns the gate's own lines, which say what to do; other refusals are named with their gateway. */
function refusalMessage(thrown: unknown, gateways: readonly string[]): string {
  if (!(thrown instanceof Refused) || thrown.code !== GATE_CODE) return `Nothing was switched: ${reasonOf(thrown)}`;
  return gateways.length === 1 ? thrown.reason : `${thrown.reason}\n${thrown.origin} refused it; nothing was switched.`;
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
    const states = await Promise.all(gateways.map((origin) => fetchState(origin, asTeam(key)).catch(() => undefined)));
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
  const { revision, digest } = await agreedState(key, gateways);
  if (build !== undefined && request.url === undefined) {
    const sent = gateways.map((origin) => sendMissingFiles(key, origin, build));
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
