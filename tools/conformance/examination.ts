import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishBuilt } from 'gateway/publish/publisher';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { changeRegistry, publishedFolder } from 'gateway/registry/registry';
import type { RemoteManifest } from 'shared-ui/contract';
import type { Plan } from './clauses.ts';
import type { Findings } from './findings.ts';
import type { Product, RunningProduct } from './visit/product.ts';

/** One remote under examination, published in a running product. */
export interface Examination extends Plan {
  product: Product;
  /** A copy of the remote's files. */
  folder: string;
  /** Pause of the first visit's user before each touch, in milliseconds. */
  pace: number;
  container: string;
  expose: string;
  findings: Findings;
}

/** Publishes the remote as the only version of the surveys, so that no older version replaces it on failure. */
export async function publishAlone({ deployRoot }: RunningProduct, folder: string): Promise<RemoteManifest> {
  const { version } = await publishBuilt(deployRoot, folder, { name: 'surveys' });
  await changeRegistry(deployRoot, (before) => {
    const published = before.remotes.surveys?.versions[version];
    if (!published) return before;
    // Unsigned remotes are sandboxed: they run in a guest frame.
    const { signature: _signature, ...unsigned } = published;
    const surveys = { active: version, versions: { [version]: { ...unsigned, trust: 'sandboxed' as const } } };
    return { ...before, revision: before.revision + 1, remotes: { ...before.remotes, surveys } };
  });
  const file = join(publishedFolder(deployRoot, 'surveys', version), REMOTE_MANIFEST);
  return JSON.parse(await readFile(file, 'utf8'));
}

/**
 * Adds a number to the version of a copied build. A published version never changes, but a build keeps its version
 * while its team works on it.
 */
export async function numberVersion(folder: string, number: number): Promise<void> {
  const file = join(folder, REMOTE_MANIFEST);
  const declared = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...declared, version: `${declared.version}-${number}` }));
}
