import type { Contract } from './contracts.ts';
import { Deadline } from './deadline.ts';
import type { LocatedManifest } from './manifest.ts';
import { registryOfPage } from './registry.ts';

/** A remote that is ready to render, and which version it is. */
export interface LoadedRemote<T> {
  /** `name@version` */
  remote: string;
  version: string;
  module: T;
}

/** What the page wants of a remote: the first of these versions that keeps the contract. */
export interface Wanted<T> {
  name: string;
  versions: string[];
  contract: Contract<T>;
}

/** One version that the runtime was asked for. */
export interface RemoteRequest<T = unknown> {
  /** The name that the runtime knows it by, its own for every try: what went wrong in one must not be in the next. */
  id: string;
  name: string;
  version: string;
  /** `name@version` */
  remote: string;
  /** Versions to try when this one fails. */
  others: string[];
  contract: Contract<T>;
  /** No team vouches for it: it runs in a frame (../guests). */
  isGuest: boolean;
  deadline: Deadline;
  /** The checked manifest, once there is one. */
  located?: LocatedManifest;
  /** Files that have had their second try. */
  retried: Set<string>;
  /** The load that replaces this one, once it has failed. */
  fallback?: Promise<LoadedRemote<T>>;
}

const requests = new Map<string, RemoteRequest>();
let count = 0;

/** Whether a version is a guest: no team has signed it. True, too, of one that the registry does not list. */
export const isGuest = (name: string, version: string): boolean =>
  registryOfPage().remotes[name]?.versions[version]?.trust !== 'house';

/** Adds a request for the first of the wanted versions. Its time runs from now. */
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

/** Returns the request that the runtime knows by this name. */
export function requestOf(id: string): RemoteRequest | undefined {
  return requests.get(id);
}

/** Ends a request that has an answer. */
export function closeRequest(id: string): void {
  requests.get(id)?.deadline.clear();
  requests.delete(id);
}
