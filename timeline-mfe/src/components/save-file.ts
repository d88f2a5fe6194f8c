/** Delay before an object URL is revoked, long enough for the browser to start reading the file (ms). */
const REVOKE_DELAY_MS = 60_000;

/** Downloads an in-memory file under the given name. */
export function saveFile(file: Blob, download: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, rel: 'noopener', download }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
