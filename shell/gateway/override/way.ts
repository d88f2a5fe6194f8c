/**
 * How a page gets the files of a test version: from this gateway, where they are published already; passed on by it from the
 * server where they are; or from a server that only the browser reaches, which is a developer's own.
 */
export type Way = 'here' | 'passed on' | 'from the browser';

/** Whether an address is one of the machine that asks. */
export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** What a link says of where its files are. */
interface Place {
  /** Address of the remote.json. */
  url: string;
  gateway: string;
  kind: 'release' | 'dev';
}

/** Returns the way of a link's files: the page's policy names another server for the last one only. */
export function wayOf({ url, gateway, kind }: Place): Way {
  if (new URL(url).origin === new URL(gateway).origin) return 'here';
  return kind === 'dev' || (isLoopback(url) && !isLoopback(gateway)) ? 'from the browser' : 'passed on';
}
