import { join } from 'node:path';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { integrityOf } from '../common/disk.ts';
import { withLock } from '../common/lock.ts';
import { enforceGate } from '../publish/gate/gate.ts';
import { factsOfDeployRoot } from '../publish/gate/host-facts.ts';
import { describedVersion } from '../registry/described-version.ts';
import { recordAct } from '../registry/history.ts';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { changeRegistry, readRegistry } from '../registry/registry.ts';
import { carryOut, isLive, type Order, readPrepared, removePrepared, writePrepared } from '../rollout/release/order.ts';
import { Refusal } from '../rollout/release/refusal.ts';
import { checkReleasable, releasedChange } from '../rollout/release/release.ts';
import type { ReleasedChange } from '../rollout/release/sentences.ts';
import { statementOf, verify } from '../trust/signature.ts';
import { mayPublish, type Teams, teamIn } from '../trust/teams.ts';
import { checkSandboxable } from '../trust/version-trust.ts';
import {
  discardStaged,
  folderOf,
  manifestOf,
  publishStaged,
  readManifest,
  stageFiles,
  stageFromServer,
} from './staging.ts';
import { isSame, stateOf } from './state.ts';

/** A gateway's response to an order. */
export interface OrderResult {
  /** Whether the order changes the registry. */
  changed: boolean;
  /** The resulting revision. */
  revision: number;
  /** What the order changes; absent if nothing. */
  change?: ReleasedChange;
}

/**
 * First phase: validates an order, runs the gate on what it brings, and stages it. From then until the switch, or until
 * the order lapses, this gateway accepts no other. Throws Refusal or PlainError when it can't be done.
 */
export async function prepare(root: string, teams: Teams, team: string, asked: Order): Promise<OrderResult> {
  try {
    return await stageAndPrepare(root, teams, team, asked);
  } catch (thrown) {
    await discardStaged(root, asked.id);
    throw thrown;
  }
}

async function stageAndPrepare(root: string, teams: Teams, team: string, asked: Order): Promise<OrderResult> {
  if (asked.integrity !== undefined) await stage(root, team, asked);
  const published = await versionOf(root, teams, asked);
  const why = published === undefined ? asked.why : await checkOrderedVersion(root, asked);
  const order: Order = { ...asked, ...(why === undefined ? {} : { why }) };
  return withLock(join(root, '.lock'), async () => {
    const other = await readPrepared(root);
    if (other !== undefined && other.order.id !== order.id && isLive(other)) {
      throw new Refusal(409, `Team ${other.team} is publishing ${other.order.name}: try again in a few seconds.`);
    }
    await checkRevision(root, order);
    const before = await readRegistry(root);
    const done = carryOut(order, before, published);
    if (done === undefined) return { changed: false, revision: before.revision };
    const active = order.integrity === undefined ? done.act.active : undefined;
    await checkReleasable(root, { before, after: done.registry }, order.name, active);
    await writePrepared(root, { order, team, at: Date.now() });
    return { changed: true, revision: done.registry.revision, change: releasedChange(order.name, before, done) };
  });
}

/** Stages the files that an order brings: those that the team has sent, or those on its own server. */
const stage = (root: string, team: string, order: Order) =>
  order.url === undefined ? stageFiles(root, team, order) : stageFromServer(root, order.url, order);

async function checkRevision(root: string, order: Order): Promise<void> {
  const own = await stateOf(root);
  if (!isSame(own, order)) {
    throw new Refusal(409, `This gateway has registry revision ${own.revision}, not ${order.revision}: try again.`);
  }
}

/** Returns the version that an order brings, as the registry will list it: read from the files, not from the order. */
async function versionOf(root: string, teams: Teams, order: Order): Promise<PublishedVersion | undefined> {
  const { name, version = '', integrity, signature } = order;
  if (integrity === undefined || name === 'shell') return undefined;
  const bytes = await readManifest(root, order);
  const declared = parseRemoteManifest(bytes.toString('utf8'), manifestOf(name));
  if (declared.name !== name || declared.version !== version) {
    throw new Refusal(
      409,
      `${manifestOf(name)} is that of ${declared.name} ${declared.version}, not of ${name} ${version}.`,
    );
  }
  if (integrityOf(bytes) !== integrity)
    throw new Refusal(409, `${name} ${version} is published already with other content.`);
  const described = await describedVersion(declared, integrity);
  const { manifest, integrity: hash, ...more } = { ...described, manifest: order.url ?? described.manifest };
  if (signature === undefined) {
    checkSandboxable(declared, more.routes);
    return { manifest, integrity: hash, trust: 'sandboxed', ...more };
  }
  const team = teamIn(teams, signature.team);
  if (!team || !mayPublish(team, name) || !verify(statementOf(name, version, hash), signature.value, team.publicKey)) {
    throw new Refusal(403, `The signature of ${name} ${version} is not that of a team that may publish ${name}.`);
  }
  return { manifest, integrity: hash, trust: 'trusted', signature, ...more };
}

/** Second phase: applies the prepared order. Throws Refusal (409) when this gateway is no longer prepared for it. */
export async function switchTo(root: string, teams: Teams, id: string): Promise<OrderResult> {
  const { changed, registry } = await changeRegistry(root, async (before: Registry) => {
    const prepared = await readPrepared(root);
    if (prepared?.order.id !== id || !isLive(prepared)) {
      throw new Refusal(409, 'This gateway no longer holds that order: publish again.');
    }
    const { order, team } = prepared;
    await checkRevision(root, order);
    const done = carryOut(order, before, await versionOf(root, teams, order));
    if (done === undefined) return before;
    await publishStaged(root, order);
    const { name, why } = order;
    await recordAct(root, { who: team, name, ...done.act, ...(why ? { why } : {}), revision: done.registry.revision });
    return done.registry;
  });
  await removePrepared(root);
  return { changed, revision: registry.revision };
}

/** Discards a prepared order, because another gateway can't follow it. */
export async function drop(root: string, id: string): Promise<void> {
  await withLock(join(root, '.lock'), async () => {
    if ((await readPrepared(root))?.order.id !== id) return;
    await removePrepared(root);
    await discardStaged(root, id);
  });
}

/**
 * Runs the gate on an order's version: a gateway doesn't trust a publisher's claim that another gateway did. Throws a
 * PlainError that names every failed clause, unless the order gives a reason to go on.
 * @returns the reason to record in the history; undefined when neither the team nor the gate gives one
 */
async function checkOrderedVersion(root: string, order: Order): Promise<string | undefined> {
  const { signature, force, receipt, why } = order;
  const trust = signature === undefined ? 'sandboxed' : 'trusted';
  return enforceGate(await factsOfDeployRoot(root), await folderOf(root, order), { trust, force, receipt, why });
}
