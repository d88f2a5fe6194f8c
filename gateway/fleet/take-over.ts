import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import { exists, type FolderFiles, integrityOf, readTextIfThere, replaceFile } from '../common/disk.ts';
import { withLock } from '../common/lock.ts';
import { PlainError } from '../common/plain-error.ts';
import { placeBuild } from '../publish/publisher.ts';
import { recordAct } from '../registry/history.ts';
import { parseRemoteManifest, parseShellManifest } from '../registry/manifest.ts';
import { emptyRegistry, parseRegistry, publishedFolder, registryFile } from '../registry/registry.ts';
import { showsSources } from '../registry/source-maps.ts';
import { entryOf } from '../rollout/release/entry.ts';
import { removePrepared } from '../rollout/release/order.ts';
import { manifestOf } from './staging.ts';
import { digestOf, fetchFile, fetchRegistry, isNewer, type ReadAccess, stateOf } from './state.ts';

/**
 * Takes over another gateway's registry if it is newer. Fetches and verifies the files of all versions missing here
 * first. Throws PlainError when one can't be fetched; then nothing changes.
 */
export async function takeOver(root: string, origin: string, access: ReadAccess): Promise<void> {
  const text = await fetchRegistry(origin, access);
  const registry = parseRegistry(text, `${origin}/deploy/registry`);
  for (const [name, version, integrity] of hostedVersions(registry))
    await fetchVersion(root, origin, access, { name, version, integrity });
  await withLock(join(root, '.lock'), async () => {
    const remote = { revision: registry.revision, digest: digestOf(text) };
    if (!isNewer(remote, await stateOf(root))) return;
    const file = registryFile(root);
    const before = await readTextIfThere(file);
    await recordChanges(root, origin, before === undefined ? emptyRegistry() : parseRegistry(before, file), registry);
    await replaceFile(file, text);
    await removePrepared(root);
  });
}

/** Returns every version that gateways host: name, version, and the manifest's hash, which the shell doesn't have. */
function hostedVersions({ shell, remotes }: Registry): [string, string, string | undefined][] {
  const shells = [shell?.active, shell?.previous].flatMap((version): [string, string, undefined][] =>
    version === undefined ? [] : [['shell', version, undefined]],
  );
  const others = Object.entries(remotes).flatMap(([name, { versions }]) =>
    Object.entries(versions)
      .filter(([, { manifest }]) => manifest.startsWith('/'))
      .map(([version, { integrity }]): [string, string, string] => [name, version, integrity]),
  );
  return [...shells, ...others];
}

async function fetchVersion(
  root: string,
  origin: string,
  access: ReadAccess,
  { name, version, integrity }: { name: string; version: string; integrity: string | undefined },
) {
  const manifest = manifestOf(name);
  if (await exists(join(publishedFolder(root, name, version), manifest))) return;
  const bytes = await fetchFile(origin, access, { name, version, path: manifest });
  const check = (path: string, content: Buffer, hash: string | undefined) => {
    if (hash !== undefined && integrityOf(content) !== hash) {
      throw new PlainError(`${origin} sent ${path} of ${name} ${version} with other content than was published.`);
    }
  };
  check(manifest, bytes, integrity);
  const parse = name === 'shell' ? parseShellManifest : parseRemoteManifest;
  const files: FolderFiles = new Map([[manifest, bytes]]);
  for (const [path, hash] of Object.entries(parse(bytes.toString('utf8'), manifest).files)) {
    // Gateways send each other only what everyone may read.
    if (showsSources(path)) continue;
    const content = await fetchFile(origin, access, { name, version, path });
    check(path, content, hash);
    files.set(path, content);
  }
  await placeBuild(root, { name, version, files, manifest });
}

/** Records activations made at another gateway: the last healthy version is determined from this gateway's history. */
async function recordChanges(root: string, origin: string, before: Registry, after: Registry): Promise<void> {
  const why = `taken over from ${origin}`;
  for (const name of ['shell', ...Object.keys(after.remotes)]) {
    const active = entryOf(after, name)?.active;
    if (active === undefined || active === entryOf(before, name)?.active) continue;
    const act = { who: 'gateway', what: 'activated', name, version: active, active, why } as const;
    await recordAct(root, act);
  }
}
