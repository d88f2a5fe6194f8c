import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteManifest } from 'shared-ui/contract';
import type { Stack } from '../../e2e/support/stack.ts';
import { publishBuilt } from '../../gateway/publish/publisher.ts';
import { REMOTE_MANIFEST } from '../../gateway/registry/manifest.ts';
import { publishedFolder } from '../../gateway/registry/registry.ts';
import type { Visit } from './visit/visit.ts';

/** Publishes the remote as the only version of the surveys, so that no older version replaces it on failure. */
export async function publishAlone(stack: Stack, folder: string): Promise<RemoteManifest> {
  const { version } = await publishBuilt(stack.deployRoot, folder, { name: 'surveys' });
  await stack.changeRegistry(({ remotes }) => {
    const published = remotes.surveys?.versions[version];
    if (!published) return;
    // Unsigned remotes are sandboxed: they run in a guest frame.
    const { signature: _signature, ...unsigned } = published;
    remotes.surveys = { active: version, versions: { [version]: { ...unsigned, trust: 'sandboxed' } } };
  });
  const file = join(publishedFolder(stack.deployRoot, 'surveys', version), REMOTE_MANIFEST);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Returns the loader's console message about a remote that does not show. */
export async function whyNotShown(visit: Visit): Promise<string> {
  const failure = () => visit.consoleLines().find(({ text }) => text.startsWith('[remote]'))?.text;
  await visit.page.until(async () => failure() !== undefined, 2_000);
  return failure() ?? 'the survey does not show, and no step of the loader failed';
}
