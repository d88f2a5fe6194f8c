import { PlainError, reasonOf } from '../plain-error.ts';
import type { FleetState } from './state.ts';

/** What a gateway says of itself. */
export interface PeerState extends FleetState {
  /** Another one each time that it starts; tells a gateway its own answer. */
  gateway: string;
  /** The order that it is prepared for. */
  prepared: string | null;
}

const ASK_MS = 2_000;
const FILE_MS = 60_000;

/** Asks a gateway for something. Throws PlainError that names it when it is out or refuses. */
export async function askGateway(origin: string, path: string, ms: number): Promise<Buffer> {
  const url = `${origin}${path}`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ms), redirect: 'error' });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (thrown) {
    throw new PlainError(`${url} can't be fetched: ${reasonOf(thrown)}`);
  }
}

/** Asks a gateway which registry it has, and tells it which one the caller has. */
export async function askState(origin: string, own?: FleetState, ms = ASK_MS): Promise<PeerState> {
  const hint =
    own === undefined ? '' : `?${new URLSearchParams({ revision: String(own.revision), digest: own.digest })}`;
  return JSON.parse((await askGateway(origin, `/deploy/state${hint}`, ms)).toString('utf8')) as PeerState;
}

/** The exact text of a gateway's registry. */
export const askRegistry = async (origin: string): Promise<string> =>
  (await askGateway(origin, '/deploy/registry', ASK_MS)).toString('utf8');

/** One file of a published version, as it was published. */
export const askFile = (origin: string, name: string, version: string, path: string): Promise<Buffer> =>
  askGateway(origin, `/deploy/files/${name}/${version}/${path.split('/').map(encodeURIComponent).join('/')}`, FILE_MS);
