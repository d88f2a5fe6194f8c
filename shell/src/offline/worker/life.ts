import type { FromWorker } from '../protocol.ts';
import { askDeployed, type Deployed } from './deployed.ts';
import { dropRevoked } from './revoked.ts';
import { openPages, scope } from './scope.ts';
import { fetchWhole, removeOld } from './stage.ts';
import { changeState, readState, type State } from './state.ts';

/** Two workers (one that serves, one that waits) never prefetch at the same time. */
const STAGING = 'lodestar-staging';

export async function tellPages(message: FromWorker): Promise<void> {
  for (const page of await openPages()) page.postMessage(message);
}

function tellStatus({ current, staged }: State): Promise<void> {
  return tellPages({ type: 'STATUS', current: current?.hash ?? null, staged: staged?.hash ?? null });
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Makes the revision ready, whole; one that is there already needs nothing. The first of all is current at once, and so is
 * one that comes in the place of a revoked version.
 */
async function getReady(deployed: Deployed): Promise<State> {
  const { current, staged } = await readState();
  if (deployed.hash === current?.hash)
    return changeState((state) => (state.staged ? { ...state, staged: null } : state));
  if (deployed.hash === staged?.hash) return readState();
  const kept = await fetchWhole(deployed);
  return changeState((state) => (state.current ? { ...state, staged: kept } : { current: kept, staged: null }));
}

/**
 * Asks what is deployed and fetches all of it. Only a revision of the shell that this worker was built with: the next
 * shell brings a worker of its own, which fetches its files before it waits.
 * @returns false when another shell is deployed
 */
async function keepUp(): Promise<boolean> {
  try {
    return await navigator.locks.request(STAGING, async () => {
      const deployed = await askDeployed();
      const isUrgent = await dropRevoked(deployed.runtime.registry);
      if (deployed.runtime.config.shell !== __LODESTAR_VERSION__) return false;
      const state = await getReady(deployed);
      await removeOld(state);
      await tellStatus(state);
      if (isUrgent && state.current) await tellPages({ type: 'ACTIVATED', current: state.current.hash });
      return true;
    });
  } catch (error) {
    if (isFull(error)) await tellPages({ type: 'NO_ROOM' });
    throw error;
  }
}

/** The first worker, or one of a new shell: it gets ready with its whole revision, or not at all. */
export async function install(): Promise<void> {
  if (!(await keepUp())) throw new Error('Another shell is deployed by now');
}

/** A page asks whether there is anything new. Failing, everything stays as it is, until the next time. */
export async function check(): Promise<void> {
  await tellStatus(await readState());
  await keepUp().catch((error: unknown) => console.info('Nothing new could be fetched', error));
}

/** New pages get from now on what was waiting. */
export function promote(): Promise<State> {
  return changeState((state) => (state.staged ? { current: state.staged, staged: null } : state));
}

/**
 * The person wants what waits: pages turn to it at once. A worker that waits goes on waiting until every page is closed:
 * any worker serves the revision that is current, and a browser that has to wait until the one before has nothing left to
 * do lets pages hang meanwhile.
 */
export async function activateNow(): Promise<void> {
  const state = await promote();
  if (state.current) await tellPages({ type: 'ACTIVATED', current: state.current.hash });
}

/**
 * This worker takes over, because every page of the last one is closed, or none was there. No page is answered before this
 * is done: what is not needed any more goes later, with the next check.
 */
export async function activate(): Promise<void> {
  await scope.clients.claim();
  if ((await openPages()).length === 0) await promote();
}
