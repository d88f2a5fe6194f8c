import { isObject } from 'shared-ui/contract';
import type { FailureCode } from 'shared-ui/contract/host';
import { RemoteError } from '../failure.ts';

/** Expected hash of every script that may run, by absolute URL. Filled from verified manifests only. */
const expectedHashes = new Map<string, string>();

/** A hash that matches no file. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;

/** Allows the files of a verified manifest to run, each with its own hash only. */
export function allowFiles(base: string, files: Record<string, string>): void {
  for (const [file, integrity] of Object.entries(files)) expectedHashes.set(new URL(file, base).href, integrity);
}

/** Whether a verified manifest, or the shell's own, lists the file at `url`. */
export function isListed(url: string): boolean {
  return expectedHashes.has(new URL(url, location.href).href);
}

/** Returns the hash that the script at `url` must have; for an unlisted one, a hash that no script has. */
export function integrityFor(url: string): string {
  return expectedHashes.get(new URL(url, location.href).href) ?? NO_FILE;
}

/** Returns the SHA-384 of some bytes in Subresource Integrity format. @throws TypeError in an insecure context */
async function integrityOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** Installs the integrity lookup that chunk loaders of shell and remotes use before they add a script. */
export function guardScripts(): void {
  const block = document.getElementById('lodestar-integrity')?.textContent;
  if (block) allowFiles(new URL(__webpack_public_path__, location.href).href, JSON.parse(block));
  globalThis.__lodestarIntegrity = integrityFor;
}

/** Kind of file, as in the failure codes. */
type Part = 'MANIFEST' | 'ENTRY' | 'CHUNK';

/** A file of a remote and its expected hash. */
interface WantedFile {
  part: Part;
  url: string;
  remote: string;
  integrity: string;
}

async function fetchBytes({ part, url, remote }: WantedFile, init: RequestInit): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new RemoteError(`${part}_UNAVAILABLE`, remote, String(cause), cause);
  }
}

/**
 * Fetches a file and verifies its hash. Retries once without the HTTP cache, which may hold a damaged copy.
 * @throws RemoteError
 */
export async function fetchVerified(file: WantedFile, signal?: AbortSignal): Promise<ArrayBuffer> {
  const { part, url, remote, integrity } = file;
  const init = signal ? { signal } : {};
  const bytes = await fetchBytes(file, init);
  if ((await integrityOf(bytes)) === integrity) return bytes;
  const again = await fetchBytes(file, { ...init, cache: 'reload' });
  const found = await integrityOf(again);
  if (found === integrity) return again;
  throw new RemoteError(`${part}_INTEGRITY`, remote, `${url} has hash ${found}, expected ${integrity}`);
}

/** Timeout for downloading a failed script again (ms): on a slow network it takes seconds. Loading may take 10 s. */
const REFETCH_TIMEOUT_MS = 8_000;

/**
 * Finds out why a script failed, which browsers don't report: fetches it again to tell a missing file from a changed
 * one. `reload` replaces the copy in the HTTP cache, which would fail every later attempt if damaged.
 * @returns `INTACT` if the file came with the right hash this time
 */
async function diagnose(url: string): Promise<'UNAVAILABLE' | 'INTEGRITY' | 'INTACT'> {
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(REFETCH_TIMEOUT_MS) });
    if (!response.ok) return 'UNAVAILABLE';
    return (await integrityOf(await response.arrayBuffer())) === integrityFor(url) ? 'INTACT' : 'INTEGRITY';
  } catch {
    return 'UNAVAILABLE';
  }
}

/** Returns a RemoteError that says whether a failed script was missing or changed. */
export async function scriptFailure(part: 'ENTRY' | 'CHUNK', remote: string, url: string, cause?: unknown) {
  const diagnosis = await diagnose(url);
  const isIntact = diagnosis === 'INTACT';
  const code: FailureCode = `${part}_${isIntact ? 'UNAVAILABLE' : diagnosis}`;
  return new RemoteError(code, remote, `${url} could not be loaded`, cause, isIntact ? url : undefined);
}

/** Returns the URL of the chunk that failed, for an error of webpack's chunk loader. */
function chunkOf(error: unknown): string | undefined {
  if (!isObject(error) || error.name !== 'ChunkLoadError') return undefined;
  return typeof error.request === 'string' ? error.request : undefined;
}

/** Converts an error from a remote's code to a RemoteError: a failed chunk, or else the code `otherwise`. */
export async function failureFrom(error: unknown, remote: string, otherwise: FailureCode): Promise<RemoteError> {
  if (error instanceof RemoteError) return error;
  const chunk = chunkOf(error);
  return chunk
    ? scriptFailure('CHUNK', remote, chunk, error)
    : new RemoteError(otherwise, remote, String(error), error);
}
