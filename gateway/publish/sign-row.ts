import { readFile } from 'node:fs/promises';
import { pathTyped } from '../common/command-line.ts';
import { exists, integrityOf } from '../common/disk.ts';
import { PlainError } from '../common/plain-error.ts';
import { describedVersion } from '../registry/described-version.ts';
import { fetchBytes } from '../registry/elsewhere/fetch-bytes.ts';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { keyForBuild } from '../trust/signing-key.ts';
import { withTrust } from '../trust/vouch.ts';

/** Limits for fetching a remote.json, in milliseconds and bytes. */
const BOUNDS = { timeoutMs: 10_000, bytes: 1_000_000 };

async function readManifest(typed: string, env: NodeJS.ProcessEnv): Promise<Buffer> {
  if (/^https?:\/\//.test(typed)) return fetchBytes(typed, BOUNDS);
  const file = pathTyped(typed, env);
  if (await exists(file)) return readFile(file);
  throw new PlainError(`There is no ${file}: name a published remote.json, by its address or its file.`);
}

/**
 * Returns the row, for a registry that is edited by hand, of a version on another server: with the hash of its
 * remote.json and a team's signature. Throws PlainError when it is not a published remote.json, or when no key fits.
 * @param typed its URL, or a file with the same bytes
 * @param key file of the key, if the command line names one
 */
export async function signedRow(env: NodeJS.ProcessEnv, typed: string, key: string | undefined): Promise<string> {
  const bytes = await readManifest(typed, env);
  const manifest = parseRemoteManifest(bytes.toString(), typed);
  const { name, version } = manifest;
  const described = await describedVersion(manifest, integrityOf(bytes));
  const elsewhere = /^https?:\/\//.test(typed) ? { ...described, manifest: typed } : described;
  const row = withTrust(manifest, elsewhere, await keyForBuild(env, name, key));
  return `In registry.json, at "remotes.${name}.versions":\n${JSON.stringify({ [version]: row }, null, 2).slice(2, -2)}`;
}
