import { join } from 'node:path';
import type { Registry, RemoteManifest } from 'shared-ui/contract';
import { readTextIfThere } from '../disk.ts';
import { parseRemoteManifest, parseShellManifest, REMOTE_MANIFEST, SHELL_MANIFEST } from '../manifest.ts';
import { PlainError, reasonOf } from '../plain-error.ts';
import { publishedFolder, readRegistry } from '../publisher.ts';
import { parseRegistry } from '../registry.ts';
import { type HostFacts, type ShellFacts, tells } from './host-facts.ts';
import { factsOfPlatform } from './platform-facts.ts';

/** An answer that takes longer is none, in milliseconds: the gate has to have spoken within 10 s. */
const TIMEOUT_MS = 3_000;

/** Reads documents of a product: by their addresses below its root; undefined where there is none. */
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

/** A published manifest; undefined where it is gone or broken: what no page can load is in no other version's way. */
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
  // Before there is a shell that says what it offers, the platform stands in for it that this very command came with.
  const packed = shells.some(tells) ? [] : factsOfPlatform().shells;
  return { shells: [...shells, ...packed], published: { registry, ...manifests } };
}

/** What lies in a deploy root. Throws PlainError when its registry is broken. */
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
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((thrown: unknown) => {
    throw new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
  });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new PlainError(`${url} answered ${answer.status}.`);
  return answer.text();
}

/** What a running gateway serves. Throws PlainError when it can't be reached, or has no registry. */
export async function factsOfGateway(gateway: string): Promise<HostFacts> {
  if (!URL.canParse(gateway)) throw new PlainError(`--gateway must be an address like https://lodestar.example.org.`);
  const url = new URL('/registry.json', gateway);
  const text = await textAt(url);
  if (text === undefined) throw new PlainError(`${url} answered 404: is that a gateway of Lodestar?`);
  return factsFrom(parseRegistry(text, url.href), (path) => textAt(new URL(path, gateway)));
}
