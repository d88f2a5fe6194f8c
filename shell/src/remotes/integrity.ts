/** Expected hash of every script that may run, by absolute URL. Filled from verified manifests only. */
const known = new Map<string, string>();

/** A hash that matches no file, for scripts that no manifest lists. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;

/** Allows the files of a verified manifest to run, each with its own hash only. */
export function allowFiles(base: string, files: Record<string, string>): void {
  for (const [file, integrity] of Object.entries(files)) known.set(new URL(file, base).href, integrity);
}

/** Whether a verified manifest, or the shell's own, lists the file at `url`. */
export function isListed(url: string): boolean {
  return known.has(new URL(url, location.href).href);
}

/** Returns the hash that the script at `url` must have. */
export function integrityFor(url: string): string {
  return known.get(new URL(url, location.href).href) ?? NO_FILE;
}

/** Returns the SHA-384 of some bytes in Subresource Integrity format. Throws in an insecure context. */
export async function integrityOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** Installs the integrity lookup that chunk loaders of shell and remotes use before they add a script. */
export function guardScripts(): void {
  const block = document.getElementById('lodestar-integrity')?.textContent;
  if (block) allowFiles(new URL(__webpack_public_path__, location.href).href, JSON.parse(block));
  globalThis.__lodestarIntegrity = integrityFor;
}
