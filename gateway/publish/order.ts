import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { type FormOf, INTEGRITY, NAME, SIGNATURE, TEAM, type TextRule, VERSION } from 'shared-ui/contract/documents';
import { describedVersion } from '../registry/described-version.ts';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { readRegistry, remoteIn } from '../registry/registry.ts';
import { asStore, type Store } from '../registry/store/store.ts';
import { activate, promote, type RegistryChange, revoke, rollBack, share } from '../rollout/versions/changes.ts';
import { entryOf, NOTHING_KNOWN, refuseRevoked, type VersionHealth } from '../rollout/versions/entry.ts';
import { changeRollout, checkRollout, type RolloutResult } from '../rollout/versions/rollout.ts';
import { RefusalError, readBody } from '../team-requests/signed-request.ts';
import { statementOf, verify } from '../trust/signature.ts';
import { mayPublish, type Teams, teamIn } from '../trust/teams.ts';
import { checkSandboxable } from '../trust/version-trust.ts';
import { manifestOf } from './build.ts';
import { enforceGate } from './gate/gate.ts';
import { factsOfDeployRoot } from './gate/host-facts.ts';
import { isStored, type Source, stageFiles } from './staging.ts';

/** A change of what browsers get of a remote, or of "shell". */
export interface Order {
  kind: 'publish' | 'share' | 'promote' | 'rollback' | 'to' | 'revoke';
  name: string;
  version?: string;
  /** Percent of browsers. */
  share?: number;
  /** Hash of the manifest and its signature; only for an order that brings its version. */
  integrity?: string;
  signature?: { team: string; value: string };
  /** Address of its remote.json, if the team's own server keeps the files. */
  url?: string;
  /** Text of the conformance kit's receipt; sandboxed versions need one. */
  receipt?: string;
  why?: string;
  /** Reason for publishing against the gate's verdict. */
  force?: string;
}

const ADDRESS: TextRule = { pattern: /^https?:\/\/[^\s?#]+$/, says: 'an http address without a query' };

const ORDER: FormOf<Order> = {
  kind: 'object',
  required: {
    kind: { kind: 'choice', of: ['publish', 'share', 'promote', 'rollback', 'to', 'revoke'] },
    name: { kind: 'text', rule: NAME },
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

/** Parses an order. @throws RefusalError (400) that names every faulty field */
export function readOrder(bytes: Buffer): Order {
  const order = readBody<Order>(ORDER, bytes);
  if (order.share !== undefined && (order.share < 1 || order.share > 99)) {
    throw new RefusalError(400, 'Invalid request: "share" must be from 1 to 99.');
  }
  return order;
}

/**
 * Returns what an order changes: the same registry gives the same result.
 * @param published the version that the order brings
 * @throws PlainError when it can't be done
 */
export function changeBy(
  order: Order,
  registry: Registry,
  health: VersionHealth,
  published?: PublishedVersion,
): RegistryChange {
  const change = changeOfVersions(order, registry, health, published);
  if (change === undefined || order.url === undefined) return change;
  const origins = [...new Set([...change.registry.origins, new URL(order.url).origin])];
  return { ...change, registry: { ...change.registry, origins } };
}

function changeOfVersions(
  { kind, name, version = '', share: percent = 0 }: Order,
  registry: Registry,
  health: VersionHealth,
  published: PublishedVersion | undefined,
): RegistryChange {
  const brings = published === undefined ? {} : { published };
  if (kind === 'promote') return promote(registry, name, health);
  if (kind === 'rollback') return rollBack(registry, name, health);
  if (kind === 'revoke') return revoke(registry, name, version, health);
  if (kind === 'share') return share(registry, name, percent, { ...(version ? { version } : {}), ...brings });
  const what = kind === 'to' ? 'activated' : 'published';
  const known = kind === 'to' && published === undefined ? entryOf(registry, name)?.versions?.[version] : published;
  if (name !== 'shell' && known === undefined) {
    refuseRevoked(entryOf(registry, name), name, version);
    throw new PlainError(`There is no ${name} ${version} here: --history ${name} shows which versions there are.`);
  }
  return activate(registry, name, version, health, { what, ...(known ? { published: known } : {}) });
}

/** Who places an order, and what comes with it. */
interface OrderedBy {
  /** The team; defaults to the system's user. */
  who?: string;
  /** Teams of which one must have signed the version; absent on the machine that has just signed it. */
  teams?: Teams;
  /** The files of the version that the order brings. */
  source?: Source | undefined;
  /** Whether the gate is left out: for the product's own builds. */
  isUnchecked?: boolean;
  /** Called right before the change; throws to refuse it. */
  check?(before: Registry): void;
}

/**
 * Carries out an order: the only way in which people change what browsers get. The version's files are stored before
 * the registry names them.
 * @throws PlainError or RefusalError when it can't be done; then nothing has changed
 */
export async function carryOut(
  at: Store | string,
  order: Order,
  { who, teams, source, isUnchecked = false, check }: OrderedBy = {},
): Promise<RolloutResult> {
  const store = asStore(at);
  const { root } = store;
  const { name, version = '' } = order;
  await store.refresh();
  const published = source && name !== 'shell' ? await orderedVersion(root, order, source, teams) : undefined;
  const why = source && published && !isUnchecked ? await checkByGate(root, order, source) : order.why;
  const files = source?.files;
  // RefusedError before its files are compressed.
  if (source) await checkOrder(root, order, published);
  const isNew = files !== undefined && !(await isStored(root, name, version, files));
  const folder = isNew ? await stageFiles(root, version, files) : undefined;
  const change = (before: Registry, health: VersionHealth) => {
    check?.(before);
    return changeBy(order, before, health, published);
  };
  const bring = async () =>
    folder && files && !(await isStored(root, name, version, files)) ? { name, version, folder } : undefined;
  try {
    return await changeRollout(store, name, change, { ...(who ? { who } : {}), ...(why ? { why } : {}) }, bring);
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

async function checkOrder(root: string, order: Order, published: PublishedVersion | undefined): Promise<void> {
  const before = await readRegistry(root);
  const done = changeBy(order, before, NOTHING_KNOWN, published);
  if (done) await checkRollout(root, { before, after: done.registry }, order.name);
}

/**
 * Returns the version that an order brings, as the registry will list it: read from the files, not from the order. One
 * that a team has signed before stays signed.
 */
export async function orderedVersion(
  root: string,
  { name, version = '', integrity, signature, url }: Order,
  { folder, files }: Source,
  teams: Teams | undefined,
): Promise<PublishedVersion> {
  const file = manifestOf(name);
  const bytes = files?.get(file) ?? (await readFile(join(folder, file)));
  const declared = parseRemoteManifest(bytes.toString('utf8'), file);
  if (declared.name !== name || declared.version !== version) {
    throw new PlainError(`${file} is that of ${declared.name} ${declared.version}, not of ${name} ${version}.`);
  }
  const hash = integrityOf(bytes);
  if (hash !== integrity) throw new PlainError(`${name} ${version} is published already with other content.`);
  const known = remoteIn(await readRegistry(root), name)?.versions[version];
  if (signature === undefined && known?.trust === 'trusted' && known.integrity === hash) return known;
  const { manifest, integrity: _hash, ...more } = await describedVersion(declared, hash);
  const address = { manifest: url ?? manifest, integrity: hash };
  if (signature === undefined) {
    checkSandboxable(declared, more.routes);
    return { ...address, trust: 'sandboxed', ...more };
  }
  const team = teams && teamIn(teams, signature.team);
  const isSigned = team && mayPublish(team, name);
  if (teams && !(isSigned && verify(statementOf(name, version, hash), signature.value, team.publicKey))) {
    throw new RefusalError(403, `The signature of ${name} ${version} is not that of a team that may publish ${name}.`);
  }
  return { ...address, trust: 'trusted', signature, ...more };
}

/**
 * Runs the gate on an order's version.
 * @returns the reason to record in the history; undefined when neither the team nor the gate gives one
 * @throws PlainError that names every failed clause, unless the order gives a reason to go on
 */
async function checkByGate(root: string, order: Order, { folder }: Source): Promise<string | undefined> {
  const { signature, force, receipt, why } = order;
  const trust = signature === undefined ? 'sandboxed' : 'trusted';
  return enforceGate(await factsOfDeployRoot(root), folder, { trust, force, receipt, why });
}
