import { leadsTo, ownerOf, type RuntimeConfig } from 'shared-ui/contract';
import { followHealth } from '../health/notes.ts';
import { readNotice } from '../override/notice.ts';
import { featureContract } from '../remotes/contracts.ts';
import { guardScripts } from '../remotes/integrity.ts';
import { claimsOfPage, readRuntime } from '../remotes/registry.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { holdModules } from '../remotes/request.ts';

/** Whether there is no session on this phone. No storage means no session. */
function isVisitor(): boolean {
  try {
    return localStorage.getItem('access-token') === null;
  } catch {
    return true;
  }
}

/**
 * Loads the remote of a visitor's first screen while the libraries run, as it needs neither a response nor the store.
 * A failure is reported and retried by the slot that shows the remote.
 */
function loadVisitorsScreen(pathname: string): void {
  const owner = ownerOf(leadsTo(pathname), claimsOfPage());
  if (owner && owner.guard !== 'patient' && owner.guard !== 'staff' && isVisitor())
    void loadOnce(owner.remote, featureContract).catch(() => undefined);
}

/**
 * Starts what can run before the libraries: reads the registry and starts loading a visitor's screen.
 * @param libraries resolves when the libraries have run; no module of a remote runs before
 * @returns the page's configuration; rejects if it can't be read
 */
export async function runFirstCode(libraries: Promise<unknown>): Promise<RuntimeConfig> {
  guardScripts();
  followHealth();
  holdModules(libraries);
  const config = await readRuntime();
  // In development errors must be shown, and a test version announced, before any remote loads.
  if (!config.dev && !readNotice()) loadVisitorsScreen(location.pathname);
  return config;
}
