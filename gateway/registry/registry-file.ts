import { join } from 'node:path';
import type { Registry } from 'shared-ui/contract';
import { readTextIfThere, replaceFile } from '../common/disk.ts';
import { withLock } from '../common/lock.ts';
import { emptyRegistry, formatRegistry, parseRegistry } from './registry.ts';

export function registryFile(root: string): string {
  return join(root, 'registry.json');
}

/** Returns the registry on disk; an empty one if nothing was ever published. Throws when the file is broken. */
export async function readRegistry(root: string): Promise<Registry> {
  const file = registryFile(root);
  const text = await readTextIfThere(file);
  return text === undefined ? emptyRegistry() : parseRegistry(text, file);
}

type Change = (before: Registry) => Registry | Promise<Registry>;

/** Reads, changes and replaces the registry under a lock. Never overwrites a broken registry. */
export async function changeRegistry(root: string, change: Change): Promise<{ changed: boolean; registry: Registry }> {
  return withLock(join(root, '.lock'), async () => {
    const before = await readRegistry(root);
    const registry = await change(before);
    const changed = registry !== before;
    if (changed) await replaceFile(registryFile(root), formatRegistry(registry));
    return { changed, registry };
  });
}

/** Returns the folder in which a version of a remote or of "shell" is published. */
export function publishedFolder(root: string, name: string, version: string): string {
  return name === 'shell' ? join(root, 'shell', version) : join(root, 'remotes', name, version);
}
