import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedVersion } from 'gateway/publish/build';
import { REMOTE_NAMES } from 'gateway/publish/package-build';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { formatRegistry, publishedFolder, registryFile } from 'gateway/registry/registry';
import type { SigningKey } from 'gateway/trust/signing-key';
import { readTextIfThere } from 'server-kit/disk';
import type { Registry } from 'shared-ui/contract';

/** Returns the version that the sources of a package were last built and published as, in this data root. */
async function builtVersion(data: string, name: string): Promise<string> {
  const file = join(data, 'build', `${name}.json`);
  const { version } = JSON.parse((await readTextIfThere(file)) ?? '{}') as { version?: string };
  if (version === undefined) throw new Error(`${file} is missing: ${name} was not built`);
  return version;
}

interface Built {
  /** The data root and deploy root of the build. */
  data: string;
  deploy: string;
  /** Returns the key that signs a remote, whatever key the build had. */
  keyFor(remote: string): SigningKey | Promise<SigningKey>;
}

/**
 * Lays a deploy root in `to` with the shell and the remotes that were built last, and nothing else.
 * @returns the version of each by name
 */
export async function layDeployRoot(to: string, { data, deploy, keyFor }: Built): Promise<Record<string, string>> {
  await mkdir(to, { recursive: true });
  const copy = async (name: string) => {
    const version = await builtVersion(data, name);
    const folder = publishedFolder(to, name, version);
    await cp(publishedFolder(deploy, name, version), folder, { recursive: true });
    return { version, folder };
  };
  const { version: shell } = await copy('shell');
  const versions: Record<string, string> = { shell };
  const remotes: Registry['remotes'] = {};
  for (const name of REMOTE_NAMES) {
    const { version, folder } = await copy(name);
    const file = join(folder, REMOTE_MANIFEST);
    const published = await publishedVersion(await readFile(file), file, await keyFor(name));
    remotes[name] = { active: version, versions: { [version]: published } };
    versions[name] = version;
  }
  const registry: Registry = { schema: 2, revision: 1, origins: ['self'], shell: { active: shell }, remotes };
  await writeFile(registryFile(to), formatRegistry(registry));
  return versions;
}
