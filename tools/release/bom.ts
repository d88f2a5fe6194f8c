import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { runProgram } from './programs.ts';

interface Package {
  dev?: boolean;
  devDependencies?: Record<string, string>;
  workspaces?: string[];
}

interface Lock {
  packages: Record<string, Package>;
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8'));
const withoutDevelopment = <T extends Package>({ devDependencies: _, ...rest }: T) => rest;

/**
 * Returns the bill of materials of a tree in CycloneDX JSON: the packages that the servers run and those that are bundled
 * in the pages. `npm sbom --omit=dev` leaves out every package that a tool of the repository uses, too, such as React; so
 * npm gets a lock file without the tools.
 */
export async function billOfMaterials(tree: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
  // npm takes the product's name from the folder.
  const work = join(folder, 'lodestar');
  const write = async (path: string, value: object) => {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), JSON.stringify(value));
  };
  try {
    const lock = await readJson<Lock>(join(tree, 'package-lock.json'));
    const used = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
    const packages = Object.fromEntries(used.map(([path, one]) => [path, withoutDevelopment(one)]));
    await write('package-lock.json', { ...lock, packages });
    const root = await readJson<Package>(join(tree, 'package.json'));
    for (const workspace of ['', ...(root.workspaces ?? [])]) {
      const path = join(workspace, 'package.json');
      await write(path, withoutDevelopment(await readJson<Package>(join(tree, path))));
    }
    const format = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    return await runProgram(['npm', 'sbom', ...format], { cwd: work });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) process.stdout.write(await billOfMaterials(REPO));
