import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { activatePublished } from 'gateway/publish/publisher';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { publishedFolder } from 'gateway/registry/registry';
import { exists, integrityOf, replaceFile } from 'server-kit/disk';
import type { RemoteManifest } from 'shared-ui/contract';
import { linkFolder, type RemoteName } from '../support/hospital/builds.ts';
import { keyOf } from '../support/hospital/keys.ts';
import type { Stack } from '../support/hospital/stack.ts';

export interface Alteration {
  version: string;
  declaration?: (declared: RemoteManifest) => Partial<RemoteManifest>;
  entry?: (declared: RemoteManifest) => string;
}

/** Makes the first component of every route throw, like a bug in a screen. */
const BREAK_ROUTES = `
  const slip = () => { throw new Error('a slip in a screen'); };
  const broken = (route) => ({
    ...route,
    ...(route.element ? { element: { ...route.element, type: slip } } : {}),
    ...(route.children ? { children: route.children.map(broken) } : {}),
  });
  const breakModule = (module) => ({ ...module, routes: module.routes.map(broken) });`;

/** Passes a hospital name that throws when rendered, so the first line of every form fails. */
const BREAK_SURVEYS = `
  const slip = { toString() { throw new Error('a slip in a form'); } };
  const breakModule = (module) => ({
    ...module,
    mount: (container, context) => module.mount(container, { ...context, hospital: slip }),
  });`;

function breakRendering({ name, container }: RemoteManifest): string {
  return `;{
  ${name === 'surveys' ? BREAK_SURVEYS : BREAK_ROUTES}
  const { get, ...rest } = globalThis.${container};
  globalThis.${container} = {
    ...rest,
    async get(expose) {
      const factory = await get(expose);
      return () => ({ default: breakModule(factory().default) });
    },
  };
}`;
}

export const WRONG_CONTRACT: Alteration = {
  version: '2.0.0-contract',
  declaration: ({ contract }) => ({ contract: contract.replace('@1', '@2') }),
};

export const MISSING_SHARED: Alteration = {
  version: '2.0.0-shared',
  declaration: ({ shared }) => ({ shared: { ...shared, react: '^99.0.0' } }),
};

export const THROWS: Alteration = { version: '2.0.0-throws', entry: breakRendering };

/** Replaces a hard link to a published file with a new file, and removes its compressed variants. */
async function replaceLinked(file: string, text: string): Promise<void> {
  for (const variant of ['.br', '.gz']) await rm(file + variant, { force: true });
  await replaceFile(file, text);
}

/**
 * Publishes a real build with a fault in it, under its correct hashes. It is made from the older build, so it shares
 * nothing with the active one; unchanged files are linked, compressed variants included.
 */
export async function publishAltered(stack: Stack, name: RemoteName, alteration: Alteration): Promise<void> {
  const { version, declaration, entry } = alteration;
  const folder = publishedFolder(stack.deployRoot, name, version);
  if (!(await exists(folder))) {
    await linkFolder(publishedFolder(stack.deployRoot, name, stack.builds.remotes[name].older), folder);
    const manifest = join(folder, REMOTE_MANIFEST);
    const declared = JSON.parse(await readFile(manifest, 'utf8')) as RemoteManifest;
    const altered = { ...declared, version, ...declaration?.(declared) };
    if (entry) {
      const file = join(folder, declared.entry);
      const text = `${await readFile(file, 'utf8')}${entry(declared)}`;
      await replaceLinked(file, text);
      altered.files = { ...declared.files, [declared.entry]: integrityOf(Buffer.from(text)) };
    }
    await replaceLinked(manifest, JSON.stringify(altered));
  }
  await activatePublished(stack.deployRoot, name, version, { key: await keyOf(name) });
}
