import { leadsTo, ownerOf, type RuntimeConfig } from 'shared-ui/contract';
import { followHealth } from '../health/notes.ts';
import { readNotice } from '../override/notice.ts';
import { featureContract } from '../remotes/contracts.ts';
import { guardScripts } from '../remotes/integrity.ts';
import { holdModules } from '../remotes/libraries.ts';
import { claimsOfPage, readRuntime } from '../remotes/registry.ts';
import { loadOnce } from '../remotes/remote-cache.ts';

/** Whether this phone holds no session. A browser that keeps nothing has kept no session. */
function isVisitor(): boolean {
  try {
    return localStorage.getItem('access-token') === null;
  } catch {
    return true;
  }
}

/**
 * A visitor's first screen needs no answer of the server's and no look into the store: its remote is checked and downloaded while
 * the libraries run. One that fails is reported, and tried again by the slot that shows it.
 */
function loadVisitorsScreen(pathname: string): void {
  const owner = ownerOf(leadsTo(pathname), claimsOfPage());
  if (owner && owner.guard !== 'patient' && owner.guard !== 'staff' && isVisitor())
    void loadOnce(owner.remote, featureContract).catch(() => undefined);
}

/**
 * What can begin before any library has run: the registry is read, and a visitor's screen begins to load.
 * @param libraries over when the libraries have run; no module of a remote runs before
 * @returns the page's configuration; rejects when it can't be read
 */
export async function beginFirstCode(libraries: Promise<unknown>): Promise<RuntimeConfig> {
  guardScripts();
  followHealth();
  holdModules(libraries);
  const config = await readRuntime();
  // A team at work wants to be shown what goes wrong, and a test version to be announced: both begin later.
  if (!config.dev && !readNotice()) loadVisitorsScreen(location.pathname);
  return config;
}
