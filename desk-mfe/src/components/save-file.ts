/** Delay before an object URL is revoked, long enough for the browser to start reading the file (ms). */
const REVOKE_DELAY_MS = 60_000;

/** Clicks a temporary link to an in-memory file. */
function clickLink(file: Blob, link: Partial<Pick<HTMLAnchorElement, 'download' | 'target'>>): void {
  const url = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement('a'), { href: url, rel: 'noopener', ...link });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

/** Downloads a file under the given name. */
export const saveFile = (file: Blob, name: string) => clickLink(file, { download: name });

/** Opens a file in a new tab, where the browser can show and print it. */
export const openFile = (file: Blob) => clickLink(file, { target: '_blank' });
