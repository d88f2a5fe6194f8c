/** The browser has begun with a file long before its address goes, in milliseconds. */
const LINGERS_MS = 60_000;

/** Follows a link to a file that exists in this page only. */
function follow(file: Blob, link: Partial<Pick<HTMLAnchorElement, 'download' | 'target'>>): void {
  const url = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement('a'), { href: url, rel: 'noopener', ...link });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), LINGERS_MS);
}

/** Saves a file under a name. */
export const saveFile = (file: Blob, name: string) => follow(file, { download: name });

/** Opens a file beside this page, where the browser shows and prints it. */
export const openFile = (file: Blob) => follow(file, { target: '_blank' });
