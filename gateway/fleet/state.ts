import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { hasCode, networkReason, PlainError } from '../common/plain-error.ts';
import { parseRegistry, registryFile } from '../registry/registry.ts';
import { type RequestKey, signRequest } from '../team-requests/signed-request.ts';

/** Identifies a gateway's registry. The higher revision is newer, then the higher digest. */
export interface FleetState {
  revision: number;
  /** SHA-256 of the file's bytes; empty if there is no file. */
  digest: string;
}

const NOTHING: FleetState = { revision: 0, digest: '' };

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isNewer = (one: FleetState, other: FleetState): boolean =>
  one.revision > other.revision || (one.revision === other.revision && one.digest > other.digest);

export const isSame = (one: FleetState, other: FleetState): boolean =>
  one.revision === other.revision && one.digest === other.digest;

/** Last state read from each registry file; checking an unchanged file costs one `stat`. */
const known = new Map<string, { signature: string; state: FleetState }>();

/** Returns the state of a deploy root's registry. Throws PlainError when it can't be read. */
export async function stateOf(root: string): Promise<FleetState> {
  const file = registryFile(root);
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    const signature = `${ino}-${mtimeNs}-${size}`;
    const last = known.get(file);
    if (last?.signature === signature) return last.state;
    const text = await readFile(file, 'utf8');
    const state = { revision: parseRegistry(text, file).revision, digest: digestOf(text) };
    known.set(file, { signature, state });
    return state;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return NOTHING;
    throw thrown;
  }
}

/** State that a gateway reports about itself. */
export interface PeerState extends FleetState {
  /** Random per process; lets a gateway recognise its own response. */
  gateway: string;
  /** Id of the order that it is prepared for. */
  prepared: string | null;
}

/** Returns the headers that allow a request to read a path at a gateway. */
export type ReadAccess = (path: string) => Record<string, string>;

/** Access of a gateway of the same deployment. */
export const asOperator =
  (token: string | undefined): ReadAccess =>
  () =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Access of a team that publishes. */
export const asTeam =
  (key: RequestKey): ReadAccess =>
  (path) =>
    signRequest(key, 'GET', path, Buffer.alloc(0));

const STATE_TIMEOUT_MS = 2_000;
const FILE_TIMEOUT_MS = 60_000;

/** Fetches a path from a gateway. Throws a PlainError that names it when it is unreachable or refuses. */
async function fetchFromGateway(origin: string, path: string, ms: number, access: ReadAccess): Promise<Buffer> {
  const url = `${origin}${path}`;
  try {
    const response = await fetch(url, { headers: access(path), signal: AbortSignal.timeout(ms), redirect: 'error' });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (thrown) {
    throw new PlainError(`${url} can't be fetched: ${networkReason(thrown)}`);
  }
}

/** Fetches a gateway's state, and sends it the caller's. */
export async function fetchState(origin: string, access: ReadAccess, own?: FleetState): Promise<PeerState> {
  const hint =
    own === undefined ? '' : `?${new URLSearchParams({ revision: String(own.revision), digest: own.digest })}`;
  const state = await fetchFromGateway(origin, `/deploy/state${hint}`, STATE_TIMEOUT_MS, access);
  return JSON.parse(state.toString('utf8')) as PeerState;
}

/** Returns the exact text of a gateway's registry. */
export const fetchRegistry = async (origin: string, access: ReadAccess): Promise<string> =>
  (await fetchFromGateway(origin, '/deploy/registry', STATE_TIMEOUT_MS, access)).toString('utf8');

/** Returns one file of a published version, exactly as published. */
export const fetchFile = (
  origin: string,
  access: ReadAccess,
  { name, version, path }: { name: string; version: string; path: string },
): Promise<Buffer> =>
  fetchFromGateway(
    origin,
    `/deploy/files/${name}/${version}/${path.split('/').map(encodeURIComponent).join('/')}`,
    FILE_TIMEOUT_MS,
    access,
  );
