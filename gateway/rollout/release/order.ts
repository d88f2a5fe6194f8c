import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import {
  type FormOf,
  INTEGRITY,
  NAME,
  read,
  SIGNATURE,
  TEAM,
  type TextRule,
  VERSION,
} from 'shared-ui/contract/documents';
import { readTextIfThere, replaceFile } from '../../common/disk.ts';
import { isRecord } from '../../common/fields.ts';
import type { Verdict } from '../health/verdict.ts';
import { activate, promote, type RegistryChange, revoke, rollBack, share } from './changes.ts';
import { entryOf, refuseRevoked } from './entry.ts';
import { Refusal } from './refusal.ts';
import type { VersionHealth } from './version-health.ts';

/** What is known about a remote's versions, sent from one gateway to the others so that all choose alike. */
export interface KnownVersionHealth {
  order: string[];
  givenUp: string[];
  healthy: string[];
  failing: string[];
}

type OrderKind = 'publish' | 'share' | 'promote' | 'rollback' | 'to' | 'revoke';

/** A change that a team requests of all gateways, based on one revision of the registry. */
export interface Order {
  /** Identifies the order at every gateway. */
  id: string;
  kind: OrderKind;
  name: string;
  version?: string;
  /** Percent of browsers. */
  share?: number;
  /**
   * Hash of the published manifest, and its signature; set for `publish`, and for a `share` that brings its version.
   */
  integrity?: string;
  signature?: { team: string; value: string };
  /** Address of its remote.json, if the team's own server keeps the files. */
  url?: string;
  /** Text of the conformance kit's receipt; sandboxed versions need one. */
  receipt?: string;
  why?: string;
  /** Reason for publishing against the gate's verdict. */
  force?: string;
  /** Revision and hash of the registry that the order changes. */
  revision: number;
  digest: string;
  standing: KnownVersionHealth;
}

const VERSIONS = { kind: 'list', of: { kind: 'text', rule: VERSION } } as const;

const KNOWN_VERSION_HEALTH: FormOf<KnownVersionHealth> = {
  kind: 'object',
  required: { order: VERSIONS, givenUp: VERSIONS, healthy: VERSIONS, failing: VERSIONS },
  optional: {},
};

/** Names a folder, too. */
const ORDER_ID: TextRule = { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, says: 'a UUID' };

/** Address of a remote.json on another server. */
const ADDRESS: TextRule = { pattern: /^https?:\/\/[^\s?#]+$/, says: 'an http address without a query' };

const ORDER: FormOf<Order> = {
  kind: 'object',
  required: {
    id: { kind: 'text', rule: ORDER_ID },
    kind: { kind: 'choice', of: ['publish', 'share', 'promote', 'rollback', 'to', 'revoke'] },
    name: { kind: 'text', rule: NAME },
    revision: { kind: 'count' },
    digest: { kind: 'text' },
    standing: KNOWN_VERSION_HEALTH,
  },
  optional: {
    version: { kind: 'text', rule: VERSION },
    share: { kind: 'count' },
    integrity: { kind: 'text', rule: INTEGRITY },
    signature: {
      kind: 'object',
      required: { team: { kind: 'text', rule: TEAM }, value: { kind: 'text', rule: SIGNATURE } },
      optional: {},
    },
    url: { kind: 'text', rule: ADDRESS },
    receipt: { kind: 'text' },
    why: { kind: 'text' },
    force: { kind: 'text' },
  },
};

/** Parses an order. Throws a Refusal (400) that names every faulty field. */
export function readOrder(value: unknown): Order {
  const faults: string[] = [];
  const order = read<Order>(ORDER, value, (path, says) => void faults.push(`"${path}" ${says}`));
  if (faults.length > 0) throw new Refusal(400, `Invalid order: ${faults.join('; ')}.`);
  if (order.share !== undefined && (order.share < 1 || order.share > 99)) {
    throw new Refusal(400, 'Invalid order: "share" must be from 1 to 99.');
  }
  return order;
}

function toVersionHealth({ order, givenUp, healthy, failing }: KnownVersionHealth): VersionHealth {
  const verdict = (version: string): Verdict => {
    if (healthy.includes(version)) return 'healthy';
    return failing.includes(version) ? 'failing' : 'unknown';
  };
  return { order, givenUp: new Set(givenUp), verdict };
}

/**
 * Applies an order to a registry: the same registry gives the same result. Throws PlainError when it can't be done.
 * @param published the version that the order brings, as read by this gateway
 */
export function carryOut(order: Order, registry: Registry, published: PublishedVersion | undefined): RegistryChange {
  const change = changeBy(order, registry, published);
  if (change === undefined || order.url === undefined) return change;
  const origins = [...new Set([...change.registry.origins, new URL(order.url).origin])];
  return { ...change, registry: { ...change.registry, origins } };
}

function changeBy(order: Order, registry: Registry, published: PublishedVersion | undefined): RegistryChange {
  const { kind, name, version = '', share: percent } = order;
  const health = toVersionHealth(order.standing);
  const brings = published === undefined ? {} : { published };
  if (kind === 'promote') return promote(registry, name, health);
  if (kind === 'rollback') return rollBack(registry, name, health);
  if (kind === 'revoke') return revoke(registry, name, version, health);
  if (kind === 'share') return share(registry, name, percent ?? 0, { ...(version ? { version } : {}), ...brings });
  const what = kind === 'to' ? 'activated' : 'published';
  const known = kind === 'to' && published === undefined ? entryOf(registry, name)?.versions?.[version] : published;
  if (name !== 'shell' && known === undefined) {
    refuseRevoked(entryOf(registry, name), name, version);
    throw new Refusal(400, `There is no ${name} ${version} here: --history ${name} shows which versions there are.`);
  }
  return activate(registry, name, version, health, { what, ...(known ? { published: known } : {}) });
}

/** An order that this gateway has staged and can switch to. */
interface Prepared {
  order: Order;
  team: string;
  /** When it was prepared, in milliseconds since 1970. */
  at: number;
}

/** Time after which an order without a switch is void, in milliseconds: its publisher was killed or gave up. */
const LAPSES_AFTER_MS = 20_000;

const preparedFile = (root: string) => join(root, '.prepared.json');

/** Returns the last order prepared here that was neither switched to nor dropped, even if it has lapsed. */
export async function readPrepared(root: string): Promise<Prepared | undefined> {
  const text = await readTextIfThere(preparedFile(root));
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? (value as unknown as Prepared) : undefined;
}

/** Returns whether an order may still be switched to. */
export const isLive = ({ at }: Prepared): boolean => Date.now() - at < LAPSES_AFTER_MS;

/** Saves the prepared order; it is synced to disk when the promise resolves. */
export async function writePrepared(root: string, prepared: Prepared): Promise<void> {
  await replaceFile(preparedFile(root), `${JSON.stringify(prepared)}\n`);
}

export async function removePrepared(root: string): Promise<void> {
  await rm(preparedFile(root), { force: true });
}
