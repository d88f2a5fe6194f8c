import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import { endAbandonedDevelopments } from '../dev/development.ts';
import { type HistoryRecord, readRecords } from '../registry/history.ts';
import { parseRegistry, readRegistry, requireRegistry } from '../registry/registry.ts';
import type { Store } from '../registry/store/store.ts';
import { answerTo } from '../rollout/versions/rollout.ts';
import {
  fetchSigned,
  keyAtGateway,
  ORDER_TIMEOUT_MS,
  RefusedError,
  sendFiles,
  sendJson,
  UnreachableError,
} from '../team-requests/client.ts';
import { keyForBuild, namedKey, namedKeyFile, type SigningKey } from '../trust/signing-key.ts';
import { SANDBOXED_CONTRACT } from '../trust/version-trust.ts';
import { type Build, declarationIn } from './build.ts';
import { GATE_CODE } from './gate/gate.ts';
import { carryOut, type Order } from './order.ts';
import { withStored } from './publisher.ts';

/** Where a command publishes: on this machine, or at a gateway. */
export interface Target {
  registry(): Promise<Registry>;
  /**
   * Returns the key that signs a build; undefined for a sandboxed version.
   * @param dir the build's folder; absent for a package of this repository
   */
  signingKey(dir?: string): Promise<SigningKey | undefined>;
  /** Carries out an order. Returns a sentence that says what browsers get now. @throws PlainError */
  order(order: Order, build?: Build): Promise<string>;
  history(): Promise<HistoryRecord[]>;
}

/** Returns the store on this machine as a target. @throws PlainError if there is no gateway's folder */
export async function targetHere(
  store: Store,
  env: NodeJS.ProcessEnv,
  name: string,
  keyOption: string | undefined,
): Promise<Target> {
  await store.refresh();
  if (name !== 'shell') await requireRegistry(store.root, env);
  return {
    registry: () => readRegistry(store.root),
    signingKey: (dir) => (dir === undefined ? keyForBuild(env, name, keyOption) : namedKey(env, name, keyOption)),
    async order(asked, build) {
      await endAbandonedDevelopments(store);
      const who = build?.signature?.team;
      const { order, source } =
        asked.kind === 'to' ? await withStored(store.root, asked) : { order: asked, source: build };
      const isUnchecked = build === undefined;
      return answerTo(asked, await carryOut(store, order, { source, isUnchecked, ...(who && { who }) }));
    },
    history: () => readRecords(store.root, name),
  };
}

/**
 * Returns whether a team's key signs a build for a gateway: a survey from a folder is sandboxed unless the key is named.
 * @param dir the build's folder; absent for a package of this repository
 */
export async function signsBuild(
  env: NodeJS.ProcessEnv,
  keyOption: string | undefined,
  dir?: string,
): Promise<boolean> {
  const isNamed = dir === undefined || namedKeyFile(env, keyOption) !== undefined;
  return isNamed || (await declarationIn(dir)).contract !== SANDBOXED_CONTRACT;
}

/** Returns a gateway as a target; the key's team is the one that the gateway knows. @throws PlainError */
export async function targetAt(
  origin: string,
  env: NodeJS.ProcessEnv,
  name: string,
  keyOption: string | undefined,
): Promise<Target> {
  const key = await keyAtGateway(env, origin, name, keyOption);
  return {
    async registry() {
      const text = await fetchSigned(key, origin, '/deploy/registry').catch((thrown: unknown) => {
        throw new PlainError(`${origin} has no registry to change, so nothing was switched: ${reasonOf(thrown)}`);
      });
      return parseRegistry(text, `${origin}/deploy/registry`);
    },
    signingKey: async (dir) => ((await signsBuild(env, keyOption, dir)) ? key : undefined),
    async order(order, build) {
      try {
        if (build && order.url === undefined) await sendFiles(key, origin, build);
      } catch (thrown) {
        throw new PlainError(`Nothing was switched: ${reasonOf(thrown)}`);
      }
      try {
        return (await sendJson<{ message: string }>(key, origin, '/deploy/order', order, ORDER_TIMEOUT_MS)).message;
      } catch (thrown) {
        throw new PlainError(reasonAgainst(thrown));
      }
    },
    async history() {
      return (await sendJson<{ acts: HistoryRecord[] }>(key, origin, '/deploy/history', { name })).acts;
    },
  };
}

/** Returns the gate's own lines, which say what to do; other refusals are named with their gateway. */
function reasonAgainst(thrown: unknown): string {
  if (thrown instanceof UnreachableError) {
    return `${thrown.message} during the switch: check with --history, then publish again if necessary.`;
  }
  if (thrown instanceof RefusedError && thrown.code === GATE_CODE) return thrown.reason;
  return `Nothing was switched: ${reasonOf(thrown)}`;
}
