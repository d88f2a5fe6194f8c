import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import { refuseTaken } from '../claims.ts';
import { exists } from '../disk.ts';
import { isLive, readPrepared } from '../fleet/prepared.ts';
import { REMOTE_MANIFEST, SHELL_MANIFEST } from '../manifest.ts';
import { PlainError } from '../plain-error.ts';
import { isDevVersion, remoteIn } from '../registry.ts';
import { changeRegistry, readRegistry } from '../registry-file.ts';
import { refuseGuestAsHouse } from '../trust/vouch.ts';
import { type Done, takeBack as withoutFailing } from './changes.ts';
import { entryOf } from './entry.ts';
import type { Standing } from './fallback.ts';
import { recordAct } from './history.ts';
import { standingOf } from './standing.ts';

/** Who changes what browsers get, and why. */
export interface Author {
  /** The team whose key signed it; the system's user where it is absent. */
  who?: string;
  why?: string;
}

/** What a change did. */
export interface Released {
  changed: boolean;
  registry: Registry;
}

/** Who runs this process, by the system's name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The folder in which a version of a remote or of "shell" is published. */
export function publishedFolder(root: string, name: string, version: string): string {
  return name === 'shell' ? join(root, 'shell', version) : join(root, 'remotes', name, version);
}

/**
 * Changes what the registry says of a remote (or of "shell"), and writes down who did it, while no other publisher can. A
 * kill at any moment leaves the old or the new state. Throws PlainError for what can't be done.
 */
export async function release(
  root: string,
  name: string,
  change: (before: Registry, standing: Standing) => Done | Promise<Done>,
  author: Author = {},
): Promise<Released> {
  return changeRegistry(root, async (before) => {
    const done = await change(before, await standingOf(root, name));
    if (done === undefined) return before;
    const { registry, act } = done;
    await checkReleasable(root, { before, after: registry }, name, act.active);
    if (!isDevVersion(act.version)) {
      const { who = systemUser(), why } = author;
      await recordAct(root, { who, name, ...act, ...(why ? { why } : {}), revision: registry.revision });
    }
    return registry;
  });
}

/**
 * Throws when a path of what browsers would get belongs to another remote by now, when no team has signed what must be, or when
 * a version is gone.
 * @param active the version that becomes active again, where one does
 */
export async function checkReleasable(
  root: string,
  { before, after }: { before: Registry; after: Registry },
  name: string,
  active?: string,
): Promise<void> {
  refuseClaimed(after, name);
  refuseUnsigned(before, after, name);
  if (active !== undefined) await checkThere(root, after, name, active);
}

/** Throws when a path of what browsers would get belongs to another remote by now. */
function refuseClaimed(registry: Registry, name: string): void {
  const entry = remoteIn(registry, name);
  for (const version of [entry?.active, entry?.canary?.version]) {
    if (version !== undefined) refuseTaken(registry, name, version, entry?.versions[version]?.routes);
  }
}

/** Throws when browsers would get a version from now on that no page shows, because no team has signed it. */
function refuseUnsigned(before: Registry, after: Registry, name: string): void {
  const [was, is] = [remoteIn(before, name), remoteIn(after, name)];
  const given = [is?.active, is?.canary?.version].filter(
    (version) => version !== was?.active && version !== was?.canary?.version,
  );
  for (const version of given) {
    const published = is?.versions[version ?? ''];
    if (version !== undefined && published) refuseGuestAsHouse(was, name, version, published);
  }
}

async function checkThere(root: string, registry: Registry, name: string, version: string): Promise<void> {
  const manifest = name === 'shell' ? '/' : entryOf(registry, name)?.versions?.[version]?.manifest;
  if (manifest?.startsWith('/') !== true) return;
  const file = join(publishedFolder(root, name, version), name === 'shell' ? SHELL_MANIFEST : REMOTE_MANIFEST);
  if (!(await exists(file))) throw new PlainError(`${name} ${version} can't be made active again: ${file} is gone.`);
}

/**
 * Takes a version that fails from the browsers that get it: ends its trial, or returns to the last healthy version, with a
 * line in the history. Nothing changes where it is neither on trial nor active, or nothing could take its place.
 * @param why what was seen, for people to read
 */
export async function takeBack(root: string, name: string, version: string, why: string): Promise<Released> {
  // Between the two phases of a publication this gateway changes nothing by itself: all of them have to stay alike.
  const prepared = await readPrepared(root);
  if (prepared !== undefined && isLive(prepared)) return { changed: false, registry: await readRegistry(root) };
  const author = { who: 'gateway', why };
  return release(root, name, (before, standing) => withoutFailing(before, name, version, standing), author);
}
