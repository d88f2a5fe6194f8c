import type { Contract } from './contracts.ts';
import { Deadline } from './deadline.ts';
import type { LocatedManifest } from './manifest.ts';
import { registryOfPage } from './registry.ts';

/** A loaded remote and its version. */
export interface LoadedRemote<T> {
  /** `name@version` */
  remote: string;
  version: string;
  module: T;
}

/** A wanted remote: the first of these versions that satisfies the contract. */
export interface Wanted<T> {
  name: string;
  versions: string[];
  contract: Contract<T>;
}

/** A request to the runtime for one version. */
export interface RemoteRequest<T = unknown> {
  /** The remote's name in the runtime, unique for every attempt so that no failed state carries over. */
  id: string;
  name: string;
  version: string;
  /** `name@version` */
  remote: string;
  /** Versions to try if this one fails. */
  others: string[];
  contract: Contract<T>;
  /** Not signed by a team, so it runs in a frame (../guests). */
  isGuest: boolean;
  deadline: Deadline;
  /** The verified manifest, once available. */
  located?: LocatedManifest;
  /** Files that were already retried. */
  retried: Set<string>;
  /** The load that replaces this one after a failure. */
  fallback?: Promise<LoadedRemote<T>>;
}

const requests = new Map<string, RemoteRequest>();
let count = 0;

/** Whether a version is a guest, not signed by a team. Also true if the registry does not list it. */
export const isGuest = (name: string, version: string): boolean =>
  registryOfPage().remotes[name]?.versions[version]?.trust !== 'house';

/** Creates a request for the first of the wanted versions and starts its deadline. */
export function openRequest<T>({ name, versions: [version = '', ...others], contract }: Wanted<T>): RemoteRequest<T> {
  const remote = `${name}@${version}`;
  count += 1;
  const request: RemoteRequest<T> = {
    id: `${remote}#${count}`,
    name,
    version,
    remote,
    others,
    contract,
    isGuest: isGuest(name, version),
    deadline: new Deadline(remote),
    retried: new Set(),
  };
  requests.set(request.id, request);
  return request;
}

/** Returns the request with this id. */
export function requestOf(id: string): RemoteRequest | undefined {
  return requests.get(id);
}

/** Closes a settled request. */
export function closeRequest(id: string): void {
  requests.get(id)?.deadline.clear();
  requests.delete(id);
}
