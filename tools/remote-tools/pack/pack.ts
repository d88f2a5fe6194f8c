import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jsonSchemaOf, REGISTRY, REMOTE_MANIFEST } from 'shared-ui/contract/documents';
import { INDEX_FILE } from '../upgrade/packages.ts';
import { writeE2eKit } from './e2e-kit.ts';
import { writeLodestarShell } from './lodestar-shell.ts';
import { writeSharedUi } from './shared-ui.ts';
import { writeTools } from './tools.ts';

const SCHEMAS = {
  'remote.schema.json': jsonSchemaOf(REMOTE_MANIFEST, 'remote.json'),
  'registry.schema.json': jsonSchemaOf(REGISTRY, 'registry.json'),
};

/** Writes the schemas of the documents that remotes, gateway and shell exchange. Returns the file names. */
async function writeSchemas(folder: string): Promise<string[]> {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    await writeFile(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
  }
  return Object.keys(SCHEMAS);
}

export type PackageName = keyof typeof WRITERS;

const WRITERS = {
  'shared-ui': writeSharedUi,
  'remote-tools': writeTools,
  'lodestar-shell': writeLodestarShell,
  'e2e-kit': writeE2eKit,
};

/** Packs a folder into an npm tarball. Returns its file name. */
async function tarball(folder: string, to: string): Promise<string> {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', to];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return packed?.filename ?? '';
}

/** All packages, in the order in which they are written. */
export const PACKAGES = Object.keys(WRITERS) as readonly PackageName[];

/**
 * Writes what a separate remote repository needs from this one into a folder: the packages, and the schemas of the
 * documents that they exchange. Returns the file names.
 */
export async function packPlatform(to: string, names: readonly PackageName[] = PACKAGES): Promise<string[]> {
  await mkdir(to, { recursive: true });
  const stage = await mkdtemp(join(tmpdir(), 'pack-'));
  try {
    const tarballs = names.map(async (name) => {
      const folder = join(stage, name);
      await WRITERS[name](folder);
      return tarball(folder, to);
    });
    // The folder can only be removed once none is writing to it, also when one fails.
    await Promise.allSettled(tarballs);
    const files = await Promise.all(tarballs);
    // At an address, projects can't list the folder.
    await writeFile(join(to, INDEX_FILE), `${JSON.stringify({ files })}\n`);
    return [...files, INDEX_FILE, ...(await writeSchemas(to))];
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
