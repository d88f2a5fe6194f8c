import type { FromWorker } from '../protocol.ts';
import { type Deployed, fetchDeployed } from './deployed.ts';
import { addTexts, downloadRevision, dropRevoked, removeOld } from './stage.ts';
import { changeState, openPages, readState, type State, scope } from './state.ts';

/** Lock that keeps two workers (the active and the waiting one) from prefetching at the same time. */
const STAGING = 'lodestar-staging';

async function postToPages(message: FromWorker): Promise<void> {
  for (const page of await openPages()) page.postMessage(message);
}

function postStatus({ current, staged }: State): Promise<void> {
  return postToPages({ type: 'STATUS', current: current?.hash ?? null, staged: staged?.hash ?? null });
}

const isQuotaExceeded = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Downloads the revision completely, unless it is already stored. It becomes current immediately if there is no
 * current revision, as on the first visit or after a revoked version was dropped; otherwise it is staged.
 */
async function prepareRevision(deployed: Deployed): Promise<State> {
  const { current, staged } = await readState();
  if (deployed.hash === current?.hash)
    return changeState((state) => (state.staged ? { ...state, staged: null } : state));
  if (deployed.hash === staged?.hash) return readState();
  const stored = await downloadRevision(deployed);
  return changeState((state) => (state.current ? { ...state, staged: stored } : { current: stored, staged: null }));
}

/** Adds texts that are missing since the person has changed the language. The next check tries again what fails. */
async function completeTexts(): Promise<void> {
  const { current, staged } = await readState();
  for (const revision of [current, staged])
    if (revision)
      await addTexts(revision).catch((error: unknown) =>
        console.info('Texts could not be stored for offline use', error),
      );
}

/**
 * Downloads the deployed revision, but only of the shell that this worker was built with: a new shell brings its own
 * worker, which downloads its files while it installs.
 * @returns false if another shell is deployed
 */
async function downloadDeployed(): Promise<boolean> {
  try {
    return await navigator.locks.request(STAGING, async () => {
      const deployed = await fetchDeployed();
      const isUrgent = await dropRevoked(deployed.runtime.registry);
      await completeTexts();
      if (deployed.runtime.config.shell !== __LODESTAR_VERSION__) return false;
      const state = await prepareRevision(deployed);
      await removeOld(state);
      await postStatus(state);
      if (isUrgent && state.current) await postToPages({ type: 'ACTIVATED', current: state.current.hash });
      return true;
    });
  } catch (error) {
    if (isQuotaExceeded(error)) await postToPages({ type: 'NO_ROOM' });
    throw error;
  }
}

/** Installs the first worker, or that of a new shell. Rejects unless the whole revision was downloaded. */
export async function install(): Promise<void> {
  if (!(await downloadDeployed())) throw new Error('Another shell version has been deployed since');
}

/** Checks for a new deployment on a page's request. A failure changes nothing until the next check. */
export async function check(): Promise<void> {
  await postStatus(await readState());
  await downloadDeployed().catch((error: unknown) => console.info('The update check failed', error));
}

/** Makes the staged revision current for new pages. */
export function promote(): Promise<State> {
  return changeState((state) => (state.staged ? { current: state.staged, staged: null } : state));
}

/**
 * Activates the staged revision on the user's request: all pages reload with it. A waiting worker keeps waiting until
 * every page is closed. Any worker can serve the current revision, and skipping the wait can hang pages in browsers
 * that first let the old worker finish.
 */
export async function activateNow(): Promise<void> {
  const state = await promote();
  if (state.current) await postToPages({ type: 'ACTIVATED', current: state.current.hash });
}

/**
 * Takes over when the previous worker's pages are closed, or there were none. Pages get no response until this
 * resolves, so the cleanup is left to the next check.
 */
export async function activate(): Promise<void> {
  await scope.clients.claim();
  if ((await openPages()).length === 0) await promote();
}
