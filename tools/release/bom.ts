import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';

/** One entry of a lock file (version 3). */
interface Locked {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** Only tools need it. */
  dev?: boolean;
  /** A workspace's entry in node_modules, which `resolved` leads to. */
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface LockFile {
  name: string;
  packages: Record<string, Locked>;
}

const MODULES = 'node_modules/';
const byName = (one: string, other: string) => (one < other ? -1 : 1);

/** Returns the path of a package in a lock file as another one finds it; undefined if it is not installed. */
function resolvePackage({ packages }: LockFile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = join(folder, MODULES, name);
    const found = packages[path];
    if (found) return found.link ? found.resolved : path;
    if (folder === '') return undefined;
  }
}

/** Returns a licence in CycloneDX: an SPDX id or expression. */
const licences = (spdx: string | undefined) =>
  spdx === undefined ? [] : [/^[\w.+-]+$/.test(spdx) ? { license: { id: spdx } } : { expression: spdx }];

/** Returns hashes in CycloneDX of an `integrity` such as `sha512-…`. */
const hashes = (integrity: string | undefined) =>
  (integrity ?? '').split(' ').flatMap((each) => {
    const [, length, base64 = ''] = /^sha(\d+)-(.+)$/.exec(each) ?? [];
    if (length === undefined) return [];
    return [{ alg: `SHA-${length}`, content: Buffer.from(base64, 'base64').toString('hex') }];
  });

/**
 * Returns the bill of materials of a tree in CycloneDX JSON: the packages that the servers run and those that are bundled
 * in the pages, from the lock file alone: an operator's npm may be older than `npm sbom`.
 */
export async function billOfMaterials(tree: string): Promise<string> {
  const lock = JSON.parse(await readFile(join(tree, 'package-lock.json'), 'utf8')) as LockFile;
  /** A workspace is named by its folder, if it has no other name. */
  const nameOf = (path: string) =>
    lock.packages[path]?.name ?? (path === '' ? lock.name : (path.split(MODULES).at(-1) ?? path));
  const refOf = (path: string) => `${nameOf(path)}@${lock.packages[path]?.version ?? '0.0.0'}`;
  const component = (path: string) => {
    const { version, license, integrity } = lock.packages[path] ?? {};
    return {
      'bom-ref': refOf(path),
      type: path === '' ? 'application' : 'library',
      name: nameOf(path),
      version,
      purl: `pkg:npm/${refOf(path).replace(/^@/, '%40')}`,
      hashes: hashes(integrity),
      // The product's own packages are not published.
      licenses: license === 'UNLICENSED' ? [] : licences(license),
    };
  };
  const used = Object.keys(lock.packages).filter((path) => {
    const { dev, link } = lock.packages[path] ?? {};
    return dev !== true && link !== true;
  });
  /** One path for each package: several places may have the same version. */
  const paths = new Map(used.map((path) => [refOf(path), path]));
  const dependenciesOf = (path: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[path] ?? {};
    const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
    const found = names.flatMap((name) => resolvePackage(lock, path, name) ?? []).map(refOf);
    return [...new Set(found.filter((ref) => paths.has(ref)))].sort(byName);
  };
  const refs = [...paths].sort(([one], [other]) => byName(one, other));
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component: component('') },
    components: refs.filter(([, path]) => path !== '').map(([, path]) => component(path)),
    dependencies: refs.map(([ref, path]) => ({ ref, dependsOn: dependenciesOf(path) })),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

if (import.meta.main) process.stdout.write(await billOfMaterials(REPO));
