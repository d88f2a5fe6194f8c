import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import { networkReason, PlainError } from 'server-kit/plain-error';
import type { Registry, RemoteManifest } from 'shared-ui/contract';
import { type ApprovedOrigins, readApprovedOrigins } from '../../registry/connect.ts';
import {
  type Offer,
  parseRemoteManifest,
  parseShellManifest,
  REMOTE_MANIFEST,
  SHELL_MANIFEST,
} from '../../registry/manifest.ts';
import { parseRegistry, publishedFolder, readRegistry } from '../../registry/registry.ts';

/** A version of the shell that pages may run in. */
export interface ShellFacts {
  version: string;
  /** Open pages, and pages after a rollback of the shell, run the previous one. */
  which: 'active' | 'previous' | 'packed';
  /** Shared package -> what the shell offers of it; empty if its build didn't record that. */
  shared: Record<string, Offer>;
}

/** What the gate knows about the deployment that a remote would join. */
export interface HostFacts {
  shells: ShellFacts[];
  /** Published versions; undefined when neither a gateway nor a deploy root was consulted. */
  published: PublishedFacts | undefined;
}

interface PublishedFacts {
  registry: Registry;
  manifests: RemoteManifest[];
  /** Origins that remotes may call; absent if only the gateway's operator can read them. */
  approved?: ApprovedOrigins;
  /** Versions whose manifests could not be read, as `name@version`. */
  unread: string[];
}

export const shellName = ({ version, which }: ShellFacts): string =>
  which === 'packed' ? `the platform that these tools came with (shared-ui ${version})` : `shell ${version} (${which})`;

/** Returns whether a shell's build recorded what it offers; early builds didn't. */
export const listsSharedPackages = ({ shared }: ShellFacts): boolean => Object.keys(shared).length > 0;

interface Surface {
  version: string;
  entries: Record<string, Record<string, string>>;
}

const load = createRequire(import.meta.url);

const isType = (signature: string) => /^(type|interface):/.test(signature);

function offerOf(version: string, names: Record<string, string>): Offer {
  const all = Object.entries(names);
  return {
    version,
    exports: all.filter(([, signature]) => !isType(signature)).map(([name]) => name),
    types: all.filter(([, signature]) => isType(signature)).map(([name]) => name),
  };
}

/** Third-party packages that the host shares, one copy each. Remotes install them for types and tests. */
export const SHARED_PACKAGES = ['react', 'react-dom', 'react-router-dom', 'styled-components'];

/** Returns a package's installed version; empty if it isn't installed or doesn't export its package.json. */
function installed(name: string): [string, Offer][] {
  try {
    return [[name, { version: load(`${name}/package.json`).version }]];
  } catch {
    return [];
  }
}

/**
 * Returns what is known without asking a deployment, from the platform that a remote is built with: the exports of
 * shared-ui, and the installed versions of the other packages (React, the router).
 */
export function factsOfPlatform(): HostFacts {
  const { version, entries }: Surface = load('shared-ui/surface.json');
  const others = SHARED_PACKAGES.flatMap(installed);
  const own = Object.entries(entries).map(([key, names]) => [key, offerOf(version, names)] as const);
  return {
    shells: [{ version, which: 'packed', shared: Object.fromEntries([...others, ...own]) }],
    published: undefined,
  };
}

/** Request timeout in milliseconds: the gate must finish within 10 s. */
const TIMEOUT_MS = 3_000;

/** Reads a document of a deployment by its path; undefined if it doesn't exist. */
type ReadText = (path: string) => Promise<string | undefined>;

async function shellsOf({ shell }: Registry, read: ReadText): Promise<ShellFacts[]> {
  const known = Object.entries({ active: shell?.active, previous: shell?.previous });
  const shells = known.map(async ([which, version]) => {
    const path = `/shell/${version}/${SHELL_MANIFEST}`;
    const text = version === undefined ? undefined : await read(path);
    if (text === undefined || version === undefined) return [];
    return [{ version, which: which as 'active' | 'previous', shared: parseShellManifest(text, path).shared }];
  });
  return (await Promise.all(shells)).flat();
}

/**
 * Returns a published manifest; undefined if missing or broken: a version that no page can load conflicts with none.
 */
async function manifestAt(address: string, read: ReadText): Promise<RemoteManifest | undefined> {
  try {
    const text = await read(address);
    return text === undefined ? undefined : parseRemoteManifest(text, address);
  } catch (thrown) {
    if (thrown instanceof PlainError) return undefined;
    throw thrown;
  }
}

async function manifestsOf({ remotes }: Registry, read: ReadText) {
  const manifests: RemoteManifest[] = [];
  const unread: string[] = [];
  const versions = Object.entries(remotes).flatMap(([name, entry]) =>
    Object.entries(entry.versions).map(([version, { manifest }]) => ({ id: `${name}@${version}`, manifest })),
  );
  await Promise.all(
    versions.map(async ({ id, manifest }) => {
      const found = await manifestAt(manifest, read);
      if (found === undefined) unread.push(id);
      else manifests.push(found);
    }),
  );
  return { manifests, unread };
}

async function factsFrom(registry: Registry, read: ReadText): Promise<HostFacts> {
  const [shells, manifests] = await Promise.all([shellsOf(registry, read), manifestsOf(registry, read)]);
  // Until a shell records what it offers, the platform that this command came with is used instead.
  const packed = shells.some(listsSharedPackages) ? [] : factsOfPlatform().shells;
  return { shells: [...shells, ...packed], published: { registry, ...manifests } };
}

/** Returns the facts of a deploy root. @throws PlainError when its registry is broken */
export async function factsOfDeployRoot(root: string): Promise<HostFacts> {
  const facts = await factsFrom(await readRegistry(root), async (address) => {
    const [, kind = '', name = '', version = ''] = address.split('/');
    if (kind === 'shell') return readTextIfThere(join(publishedFolder(root, 'shell', name), SHELL_MANIFEST));
    return kind === 'remotes'
      ? readTextIfThere(join(publishedFolder(root, name, version), REMOTE_MANIFEST))
      : undefined;
  });
  const approved = await readApprovedOrigins(root);
  return { ...facts, published: facts.published && { ...facts.published, approved } };
}

async function textAt(url: URL): Promise<string | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((thrown: unknown) => {
    throw new PlainError(`${url} can't be reached: ${networkReason(thrown)}`);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
  return response.text();
}

/** Returns the facts of a running gateway. @throws PlainError when it is unreachable or has no registry */
export async function factsOfGateway(gateway: string): Promise<HostFacts> {
  if (!URL.canParse(gateway)) throw new PlainError(`--gateway must be an address like https://lodestar.example.org.`);
  const url = new URL('/registry.json', gateway);
  const text = await textAt(url);
  if (text === undefined) throw new PlainError(`${url} answered 404: is that a gateway of Lodestar?`);
  return factsFrom(parseRegistry(text, url.href), (path) => textAt(new URL(path, gateway)));
}
