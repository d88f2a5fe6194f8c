import type { Me } from 'mock-api/contract';
import { isObject, leadsTo, ownerOf, type RuntimeConfig } from 'shared-ui/contract';
import { loadApi } from 'shared-ui/load-api';
import { followHealth } from '../health/notes.ts';
import { guardScripts } from '../remotes/loading/integrity.ts';
import { deferModules, featureContract } from '../remotes/loading/request.ts';
import { claimsOfPage, readNotice, readRuntime } from '../remotes/registry.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { appRefusal } from '../session/access.ts';

/** What the phone's storage says of its user. No storage means no session and no settings. */
function readStorage(): { hasToken: boolean; isUserValidated: boolean; viewTutorial: boolean } {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem('settings') ?? '{}');
    const { isUserValidated, viewTutorial } = isObject(saved) ? saved : {};
    const hasToken = localStorage.getItem('access-token') !== null;
    return { hasToken, isUserValidated: isUserValidated === true, viewTutorial: viewTutorial === true };
  } catch {
    return { hasToken: false, isUserValidated: false, viewTutorial: false };
  }
}

/** Fetches a remote's code. Its failure is reported and retried by the slot that shows the remote. */
const fetchCode = (remote: string) => void loadOnce(remote, featureContract).catch(() => undefined);

/**
 * Fetches the code of an app screen as soon as the server's response, which the page's inline script requested, shows
 * that the guard lets the user in.
 */
async function fetchAppScreen(remote: string, isUserValidated: boolean): Promise<void> {
  const response = await globalThis.__lodestarCalls?.answers['v1/users/me']?.catch(() => undefined);
  if (!response?.ok) return;
  // The session reads the response itself (adoptEarlyCalls).
  const me: Me = await response.clone().json();
  if (appRefusal({ session: { status: me.scope, me }, settings: { isUserValidated } }) !== undefined) return;
  globalThis.__lodestarPreload?.();
  fetchCode(remote);
}

/**
 * Fetches the code of the first screen while the libraries run, if its guard lets the user in. A visitor's screen needs
 * neither a response nor the store.
 */
function fetchFirstScreen(pathname: string): void {
  const owner = ownerOf(leadsTo(pathname), claimsOfPage());
  if (!owner) return;
  const { hasToken, isUserValidated, viewTutorial } = readStorage();
  if (owner.guard === 'patient') void fetchAppScreen(owner.remote, isUserValidated).catch(() => undefined);
  // The tutorial comes before every other visitor's screen, and may be another remote's.
  const isOpen = owner.guard === 'anyone' || (owner.guard === 'visitor' && !viewTutorial);
  if (isOpen && !hasToken) fetchCode(owner.remote);
}

/**
 * Starts what can run before the libraries: reads the registry and starts fetching the first screen's code.
 * @param libraries resolves when the libraries have run; no module of a remote runs before
 * @returns the page's configuration; rejects if it can't be read
 */
export async function runFirstCode(libraries: Promise<unknown>): Promise<RuntimeConfig> {
  guardScripts();
  followHealth();
  deferModules(libraries);
  // Its modules use those of the libraries' file, so it can't run before them.
  if (readStorage().hasToken) void libraries.then(loadApi).catch(() => undefined);
  const config = await readRuntime();
  // In development errors must be shown, and a test version announced, before any remote loads.
  if (!config.dev && !readNotice()) fetchFirstScreen(location.pathname);
  return config;
}
