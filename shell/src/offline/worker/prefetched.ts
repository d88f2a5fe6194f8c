import type { RemoteManifest } from 'shared-ui/contract';

/** Files above this many bytes are not prefetched but fetched on use (the PDF reader), and kept from then on. */
const PREFETCH_MAX_BYTES = 300_000;
/** So are these: films and documents that few users open. */
const ON_USE = /\.(mp4|webm|pdf|map|txt)$/;
/** What federation's plugin leaves for tools: a remote's types, and its own manifest. */
export const FOR_TOOLS = /(^|\/)(@mf-types\.(zip|d\.ts)|mf-manifest\.json)$/;

type Told = Pick<RemoteManifest, 'sizes' | 'routes'>;

/** Whether only the hospital's staff can open the remote's screens: no patient's phone fetches it. */
const isForStaff = ({ routes = [] }: Told): boolean =>
  routes.length > 0 && routes.every(({ guard }) => guard === 'staff');

/** Whether a file of a remote is fetched with its revision; else it comes on use. */
export const isPrefetched = (path: string, remote: Told): boolean =>
  !ON_USE.test(path) &&
  !FOR_TOOLS.test(path) &&
  !isForStaff(remote) &&
  (remote.sizes?.[path] ?? 0) <= PREFETCH_MAX_BYTES;

/** What a file is called in every version: its name without the hash of what is inside. */
export const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1).replace(/\.[0-9a-f]{8,}(?=\.)/, '');
