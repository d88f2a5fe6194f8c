import type { Registry, RuntimeConfig } from 'shared-ui/contract';

/**
 * What pages and the service worker say to each other. A page may be older or newer than the worker that it meets, so
 * nothing here may ever change its meaning: only new kinds of messages may come, which the other side then passes over.
 */

/** Page to worker. */
export type ToWorker =
  /** Look whether something new was deployed, and answer with a status. */
  | { type: 'CHECK' }
  /** The person wants the revision that waits. */
  | { type: 'ACTIVATE' }
  /** What a page had loaded before any worker served it. */
  | { type: 'LOADED'; urls: string[] };

/** Worker to every page. */
export type FromWorker =
  /** Identities of the revision that new pages get and of the one that is whole and waits; null where there is none. */
  | { type: 'STATUS'; current: string | null; staged: string | null }
  /** The user asked for the update: new pages get this revision from now on. */
  | { type: 'ACTIVATED'; current: string }
  /** The browser gives no room for what offline use needs. */
  | { type: 'NO_ROOM' }
  /** A notification was tapped: this path is what it is about. */
  | { type: 'OPEN'; path: string };

/** What a page is told at run time; both together say all that can differ between two of its visits. */
export interface Runtime {
  config: RuntimeConfig;
  registry: Registry;
}

/** Hexadecimal digits of an identity: enough for the few revisions that a phone ever holds. */
const DIGITS = 16;

/**
 * The identity of what a page runs: shell, active remotes and configuration. Two registries that differ in anything else
 * (a number, a version to fall back to) are the same to a person. Made alike by page and worker.
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

/** The lock that every open page holds for its revision, so that the worker leaves its files alone. */
export const PAGE_LOCK = 'lodestar-page-';

/**
 * The cache, with nothing in it, that says that this browser has a test version: the worker then asks the server for each page,
 * until that answers with the version that everybody gets.
 */
export const TEST_MARK = 'lodestar-test-version';
