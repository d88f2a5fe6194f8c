/**
 * How a page gets the files of a test version: from this gateway, if they are published there; forwarded by it from the
 * server that hosts them; or from a server that only the browser can reach, which is the developer's own.
 */
export type FileSource = 'here' | 'passed on' | 'from the browser';

/** Returns whether a URL is on the local machine. */
export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** Where a link's files are hosted. */
interface Place {
  /** URL of the remote.json. */
  url: string;
  gateway: string;
  kind: 'release' | 'dev';
}

/** Returns how a page gets a link's files. Only with `from the browser` does its policy name another server. */
export function fileSourceOf({ url, gateway, kind }: Place): FileSource {
  if (new URL(url).origin === new URL(gateway).origin) return 'here';
  return kind === 'dev' || (isLoopback(url) && !isLoopback(gateway)) ? 'from the browser' : 'passed on';
}
