import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from 'server-kit/fields';
import { mirrorOf } from '../../registry/files/external.ts';
import { REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { publishedFolder, readRegistry, remoteIn } from '../../registry/registry.ts';

/** What the manifest of a remote's active version says for people; empty if it can't be read. */
export interface RemoteFacts {
  contract?: string;
  /** Address of the team's documents: `homepage` of its package.json. */
  documents?: string;
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/\S+$/.test(value) && URL.canParse(value);

/** Reads the text of an active version's manifest: stored here, or on the team's own server. */
async function manifestOf(root: string, name: string): Promise<string> {
  const { active = '', versions = {} } = remoteIn(await readRegistry(root), name) ?? {};
  const { manifest = '/', integrity = '' } = versions[active] ?? {};
  if (!manifest.startsWith('/')) return mirrorOf(root).manifest(manifest, integrity);
  return readFile(join(publishedFolder(root, name, active), REMOTE_MANIFEST), 'utf8');
}

export async function readFacts(root: string, name: string): Promise<RemoteFacts> {
  try {
    const manifest: unknown = JSON.parse(await manifestOf(root, name));
    const { contract, homepage } = isRecord(manifest) ? manifest : {};
    return {
      ...(typeof contract === 'string' ? { contract } : {}),
      ...(isWebAddress(homepage) ? { documents: homepage } : {}),
    };
  } catch {
    // The shell has no such manifest; other servers may be unreachable.
    return {};
  }
}
