import type { Registry, RuntimeConfig } from 'shared-ui/contract';

/**
 * Messages between pages and the service worker. A page may be older or newer than the worker it talks to, so no
 * message may ever change its meaning. Only new types may be added, which the other side then ignores.
 */

/** Page to worker. */
export type ToWorker =
  /** Check for a new deployment and answer with a status. Adds missing texts in the person's language, too. */
  | { type: 'CHECK' }
  /** The user wants the staged revision. */
  | { type: 'ACTIVATE' }
  /** URLs that a page loaded before a worker controlled it. */
  | { type: 'LOADED'; urls: string[] };

/** Worker to every page. */
export type FromWorker =
  /** Identities of the revision served to new pages and of the downloaded one that is staged; null if none. */
  | { type: 'STATUS'; current: string | null; staged: string | null }
  /** The user asked for the update: new pages get this revision from now on. */
  | { type: 'ACTIVATED'; current: string }
  /** The browser has too little storage for offline use. */
  | { type: 'NO_ROOM' }
  /** A notification was tapped: open its path. */
  | { type: 'OPEN'; path: string };

/** What a page is configured with at run time: everything that can differ between two visits. */
export interface Runtime {
  config: RuntimeConfig;
  registry: Registry;
}

/** Length of an identity in hexadecimal digits: enough for the few revisions that a phone stores. */
const DIGITS = 16;

/**
 * Returns the identity of what a page runs: shell, active remotes and configuration. Other differences between
 * registries (the revision number, a fallback version) don't count, as users can't notice them. Page and worker
 * compute it alike.
 */
export async function identityOf({ config, registry }: Runtime): Promise<string> {
  const remotes = Object.entries(registry.remotes).map(([name, { active, versions }]) => [
    name,
    active,
    versions[active],
  ]);
  const running = JSON.stringify([config, registry.origins, registry.shell?.active, remotes.sort()]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(running)));
  return [...digest]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DIGITS);
}

/** Prefix of the lock that every open page holds for its revision, so that the worker keeps its files. */
export const PAGE_LOCK = 'lodestar-page-';

/**
 * Name of an empty cache that marks a browser with a test version. The worker then requests every page from the
 * server, until the server answers with the regular version.
 */
export const TEST_MARK = 'lodestar-test-version';

/**
 * Cache and URL of the person's language, in which the worker stores texts. Pages write it: a worker that is installing
 * can't ask them.
 */
export const LANGUAGE = { cache: 'lodestar-language', url: '/offline-language' };
