import type { Contract } from './contracts.ts';
import { Deadline } from './deadline.ts';
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
export interface RemoteRequest {
  /** The name that the runtime knows it by, its own for every try: what went wrong in one must not be in the next. */
  id: string;
  name: string;
  version: string;
  /** `name@version` */
  remote: string;
  /** Versions to try when this one fails. */
  others: string[];
  contract: Contract<unknown>;
  /** No team vouches for it: it runs in a frame (../guests). */
  isGuest: boolean;
  deadline: Deadline;
}

const requests = new Map<string, RemoteRequest>();
let count = 0;

/** Whether a version is a guest: no team has signed it. True, too, of one that the registry does not list. */
export const isGuest = (name: string, version: string): boolean =>
  registryOfPage().remotes[name]?.versions[version]?.trust !== 'house';

/** Notes down a request for the first of the wanted versions. Its time runs from now. */
export function openRequest({ name, versions: [version = '', ...others], contract }: Wanted<unknown>): RemoteRequest {
  const remote = `${name}@${version}`;
  count += 1;
  const id = `${remote}#${count}`;
  const deadline = new Deadline(remote);
  const request = { id, name, version, remote, others, contract, isGuest: isGuest(name, version), deadline };
  requests.set(request.id, request);
  return request;
}

/** The request that the runtime calls so. */
export function requestOf(id: string): RemoteRequest | undefined {
  return requests.get(id);
}

/** The request has an answer. */
export function closeRequest(id: string): void {
  requests.get(id)?.deadline.clear();
  requests.delete(id);
}
