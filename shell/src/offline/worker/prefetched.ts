import type { RemoteManifest } from 'shared-ui/contract';

/** Files above this size in bytes, such as the PDF reader, are fetched and stored on first use instead. */
const PREFETCH_MAX_BYTES = 300_000;
/** File types fetched on first use: films and documents that few users open. */
const ON_USE = /\.(mp4|webm|pdf|map|txt)$/;
/** Files for tools: a remote's types, its federation plugin's manifest, and its source maps; and those for gateways. */
export const FOR_TOOLS = /(^|\/)(@mf-types\.(zip|d\.ts)|mf-manifest\.json)$|^(source-maps|first-screens)\.json$/;

type PrefetchFacts = Pick<RemoteManifest, 'sizes' | 'routes'>;

/** Whether only staff can open the remote's screens, so that patients' phones don't prefetch it. */
const isForStaff = ({ routes = [] }: PrefetchFacts): boolean =>
  routes.length > 0 && routes.every(({ guard }) => guard === 'staff');

/** Whether a remote's file is downloaded with its revision, rather than on first use. */
export const isPrefetched = (path: string, remote: PrefetchFacts): boolean =>
  !ON_USE.test(path) &&
  !FOR_TOOLS.test(path) &&
  !isForStaff(remote) &&
  (remote.sizes?.[path] ?? 0) <= PREFETCH_MAX_BYTES;

/**
 * Returns what identifies a file in every version: its address without version and content hash. With its remote, as
 * all remotes have files of the same names.
 */
export const nameOf = (url: string): string =>
  url.replace(/(\/remotes\/[^/]+|\/shell)\/[^/]+\//, '$1/').replace(/\.[0-9a-f]{8,}(?=\.[^/]*$)/, '');
