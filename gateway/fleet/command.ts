import type { Registry } from 'shared-ui/contract';
import { toRemoteName } from '../common/command-line.ts';
import { PlainError, reasonOf } from '../common/plain-error.ts';
import type { Build } from '../publish/publisher.ts';
import { parseRegistry } from '../registry/registry.ts';
import type { Options } from '../rollout/release/options.ts';
import { keyForBuild } from '../trust/signing-key.ts';
import { type OrderRequest, publishToAll, readGateways } from './coordinate.ts';
import { fetchRegistry } from './state.ts';

/** Command-line options that apply to several gateways. */
type FleetCommand = Pick<Options, 'target' | 'share' | 'why' | 'force' | 'action' | 'key'>;

/** Returns a gateway's registry. Throws PlainError when it is unreachable. */
export async function registryAt(origin: string): Promise<Registry> {
  const text = await fetchRegistry(origin).catch((thrown: unknown) => {
    throw new PlainError(`${origin} is unreachable, so nothing was switched: ${reasonOf(thrown)}`);
  });
  return parseRegistry(text, `${origin}/deploy/registry`);
}

/**
 * Performs the command at every gateway. Returns a sentence that says what browsers get now. Throws PlainError.
 * @param gateways the setting GATEWAYS
 * @param build the build to publish; absent for versions that are already published
 */
export async function orderAt(gateways: string, asked: FleetCommand, build: Build | undefined): Promise<string> {
  const origins = readGateways(gateways);
  const name = build?.name ?? toRemoteName(asked.target ?? '');
  const key = await keyForBuild(process.env, name, asked.key);
  const { changed, revision, unreachable } = await publishToAll(origins, key, requestFor(name, asked, build), build);
  const count = `${origins.length} gateways`;
  if (!changed) return `${count} are up to date already (registry revision ${revision}).`;
  const late =
    unreachable.length === 0 ? '' : ` ${unreachable.join(', ')} became unreachable meanwhile and will catch up.`;
  return `${sentenceFor(name, asked, build)} at ${count} (registry revision ${revision}).${late}`;
}

function requestFor(name: string, { share, why, force, action }: FleetCommand, build: Build | undefined): OrderRequest {
  if (action.kind === 'history')
    throw new PlainError('Each gateway has its own history: read it on that machine, with DEPLOY_ROOT set.');
  const version = build?.version ?? ('version' in action ? action.version : undefined);
  const kind = action.kind === 'publish' && share !== undefined ? 'share' : action.kind;
  return {
    kind,
    name,
    ...(version === undefined ? {} : { version }),
    ...(share === undefined ? {} : { share }),
    ...(why === undefined ? {} : { why }),
    ...(force === undefined ? {} : { force }),
  };
}

function sentenceFor(name: string, { share, action }: FleetCommand, build: Build | undefined): string {
  if (action.kind === 'promote') return `${name}: the version on trial is active now`;
  if (action.kind === 'rollback') return `${name} is rolled back now`;
  if (action.kind === 'revoke') return `${name} ${action.version} is revoked now`;
  const version = build?.version ?? ('version' in action ? action.version : '');
  if (share === undefined) return `${name} ${version} is active now`;
  return version === ''
    ? `${name}: the version on trial goes to ${share} % of browsers now`
    : `${name} ${version} goes to ${share} % of browsers now`;
}
