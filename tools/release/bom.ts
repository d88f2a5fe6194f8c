import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { runProgram } from './programs.ts';

/** One entry of a lock file (version 3). */
interface Locked {
  /** Only tools need it. */
  dev?: boolean;
  devDependencies?: Record<string, string>;
}

interface LockFile {
  name: string;
  packages: Record<string, Locked>;
}

/**
 * Returns the bill of materials of a tree in CycloneDX JSON: the packages that the servers run and those that are bundled
 * in the pages, from the lock file alone. `npm sbom --omit=dev` would leave out React and every other package that some
 * workspace also lists as a development dependency, so npm reads a copy of the lock file without development packages.
 */
export async function billOfMaterials(tree: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(tree, 'package-lock.json'), 'utf8')) as LockFile;
  const used = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  const packages = Object.fromEntries(used.map(([path, { devDependencies: _, ...entry }]) => [path, entry]));
  const work = await mkdtemp(join(tmpdir(), 'sbom-'));
  try {
    // npm names the product after its folder.
    const folder = join(work, lock.name);
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(packages['']));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const format = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    return await runProgram(['npm', 'sbom', ...format], { cwd: folder });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

if (import.meta.main) process.stdout.write(await billOfMaterials(REPO));
