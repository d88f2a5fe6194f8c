import type { Registry } from 'shared-ui/contract';
import { PlainError, reasonOf } from '../common/plain-error.ts';
import type { Build } from '../publish/publisher.ts';
import { type HistoryRecord, historyTable } from '../registry/history.ts';
import { parseRegistry } from '../registry/registry.ts';
import type { Action, Options } from '../rollout/release/options.ts';
import { sentenceFor } from '../rollout/release/sentences.ts';
import { sendJson } from '../team-requests/client.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { type OrderRequest, publishToAll } from './coordinate.ts';
import { asTeam, fetchRegistry } from './state.ts';

/** Command-line options that apply to gateways. */
interface FleetCommand extends Pick<Options, 'share' | 'at' | 'why' | 'force'> {
  action: Exclude<Action, { kind: 'history' }>;
}

/** A remote, or "shell", with the key of the team that publishes it. */
export interface Published {
  name: string;
  key: SigningKey;
}

/** Returns a gateway's registry. Throws PlainError when it is unreachable or has none. */
export async function registryAt(origin: string, key: SigningKey): Promise<Registry> {
  const text = await fetchRegistry(origin, asTeam(key)).catch((thrown: unknown) => {
    throw new PlainError(`${origin} has no registry to change, so nothing was switched: ${reasonOf(thrown)}`);
  });
  return parseRegistry(text, `${origin}/deploy/registry`);
}

/**
 * Performs the command at every gateway. Returns a sentence that says what browsers get now. Throws PlainError.
 * @param build the build to publish; absent for versions that are already published
 */
export async function orderAt(
  gateways: readonly string[],
  { name, key }: Published,
  asked: FleetCommand,
  build: Build | undefined,
): Promise<string> {
  const request = requestFor(name, asked, build);
  const { changed, revision, change, unreachable } = await publishToAll(gateways, key, request, build);
  const one = gateways.length === 1;
  const count = one ? '1 gateway' : `${gateways.length} gateways`;
  if (!changed || change === undefined) {
    return `${count} ${one ? 'is' : 'are'} up to date already (registry revision ${revision}).`;
  }
  const late =
    unreachable.length === 0 ? '' : ` ${unreachable.join(', ')} became unreachable meanwhile and will catch up.`;
  return `${sentenceFor(name, change, ` at ${count}`)} (registry revision ${revision}).${late}`;
}

function requestFor(
  name: string,
  { share, at, why, force, action }: FleetCommand,
  build: Build | undefined,
): OrderRequest {
  const version = build?.version ?? ('version' in action ? action.version : undefined);
  const kind = action.kind === 'publish' && share !== undefined ? 'share' : action.kind;
  return {
    kind,
    name,
    ...(version === undefined ? {} : { version }),
    ...(share === undefined ? {} : { share }),
    ...(at === undefined ? {} : { url: at }),
    ...(why === undefined ? {} : { why }),
    ...(force === undefined ? {} : { force }),
  };
}

/** Returns the history of a remote at each gateway: each has recorded what it took part in. Throws PlainError. */
export async function historyAt(gateways: readonly string[], { name, key }: Published): Promise<string> {
  const tables = gateways.map(async (origin) => {
    const { acts } = await sendJson<{ acts: HistoryRecord[] }>(key, origin, '/deploy/history', { name });
    return `${gateways.length === 1 ? '' : `${origin}\n`}${historyTable(name, acts)}`;
  });
  return (await Promise.all(tables)).join('\n\n');
}
