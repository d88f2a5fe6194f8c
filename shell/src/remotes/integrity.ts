/** Expected hash of every script that may run: absolute URL -> sha384. Filled from checked manifests only. */
const known = new Map<string, string>();

/** A hash that no file has: a script that no manifest lists must not run. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;

/** From now on the files of a checked manifest may run, each with its own hash only. */
export function allowFiles(base: string, files: Record<string, string>): void {
  for (const [file, integrity] of Object.entries(files)) known.set(new URL(file, base).href, integrity);
}

/** Whether a checked manifest, or the shell's own, lists the file at `url`. */
export function isListed(url: string): boolean {
  return known.has(new URL(url, location.href).href);
}

/** The hash that the script at `url` must have. */
export function integrityFor(url: string): string {
  return known.get(new URL(url, location.href).href) ?? NO_FILE;
}

/** SHA-384 of some bytes in Subresource Integrity's form. Throws where the page is not served securely. */
export async function integrityOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** Chunk loaders of shell and remotes ask this before they add a script. */
export function guardScripts(): void {
  const block = document.getElementById('lodestar-integrity')?.textContent;
  if (block) allowFiles(new URL(__webpack_public_path__, location.href).href, JSON.parse(block));
  globalThis.__lodestarIntegrity = integrityFor;
}
