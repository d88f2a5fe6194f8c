import { join } from 'node:path';
import type { Registry, RemoteManifest } from 'shared-ui/contract';
import { readTextIfThere } from '../../common/disk.ts';
import { PlainError, reasonOf } from '../../common/plain-error.ts';
import { parseRemoteManifest, parseShellManifest, REMOTE_MANIFEST, SHELL_MANIFEST } from '../../registry/manifest.ts';
import { parseRegistry } from '../../registry/registry.ts';
import { publishedFolder, readRegistry } from '../../registry/registry-file.ts';
import { type HostFacts, listsSharedPackages, type ShellFacts } from './host-facts.ts';
import { factsOfPlatform } from './platform-facts.ts';

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

/** Returns the facts of a deploy root. Throws PlainError when its registry is broken. */
export async function factsOfDeployRoot(root: string): Promise<HostFacts> {
  return factsFrom(await readRegistry(root), async (address) => {
    const [, kind = '', name = '', version = ''] = address.split('/');
    if (kind === 'shell') return readTextIfThere(join(publishedFolder(root, 'shell', name), SHELL_MANIFEST));
    return kind === 'remotes'
      ? readTextIfThere(join(publishedFolder(root, name, version), REMOTE_MANIFEST))
      : undefined;
  });
}

async function textAt(url: URL): Promise<string | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((thrown: unknown) => {
    throw new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
  return response.text();
}

/** Returns the facts of a running gateway. Throws PlainError when it is unreachable or has no registry. */
export async function factsOfGateway(gateway: string): Promise<HostFacts> {
  if (!URL.canParse(gateway)) throw new PlainError(`--gateway must be an address like https://lodestar.example.org.`);
  const url = new URL('/registry.json', gateway);
  const text = await textAt(url);
  if (text === undefined) throw new PlainError(`${url} answered 404: is that a gateway of Lodestar?`);
  return factsFrom(parseRegistry(text, url.href), (path) => textAt(new URL(path, gateway)));
}
