/** What the loader is asked for, and the requests that it has open: one per attempt, each with a deadline. */
import {
  checkFeature,
  checkSurvey,
  type FeatureRemote,
  type RemoteManifest,
  type SurveyRemote,
} from 'shared-ui/contract';
import { RemoteError } from '../failure.ts';
import { registryOfPage } from '../registry.ts';

let librariesRun: Promise<unknown> = Promise.resolve();

/** Delays running remotes' modules until `libraries` settles; otherwise shared libraries would run in one long task. */
export function deferModules(libraries: Promise<unknown>): void {
  librariesRun = libraries;
}

/** Resolves when the libraries that remotes share with the host have run. */
export const librariesHaveRun = (): Promise<unknown> => librariesRun;

/** Timeout for loading a remote (ms; docs/product-rules.md#constants). */
const LOAD_TIMEOUT_MS = 10_000;

/**
 * Time limit for loading one version of a remote, over all of its steps. It starts when the libraries have run,
 * because their loading time on a slow network is not the remote's fault.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #late: Promise<never>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(remote: string) {
    const late = new RemoteError('TIMEOUT', remote, `did not load within ${LOAD_TIMEOUT_MS / 1000} s`);
    this.#late = new Promise((_resolve, reject) => {
      const giveUp = () => {
        reject(late);
        this.#controller.abort();
      };
      void librariesHaveRun().then(() => {
        if (!this.#isOver) this.#timer = setTimeout(giveUp, LOAD_TIMEOUT_MS);
      });
    });
    // There may be no race when the time is over.
    this.#late.catch(() => undefined);
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles as `work` does, or rejects with TIMEOUT if the time is over first. */
  race<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.#late]);
  }

  /** Stops the timer: the version has loaded or failed. */
  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

/** A verified manifest and the URL its files are relative to. */
export interface LocatedManifest {
  manifest: RemoteManifest;
  url: string;
}

export interface LoadedRemote<T> {
  /** `name@version` */
  remote: string;
  version: string;
  /** Tags of the languages that its manifest declares. */
  locales: readonly string[];
  module: T;
}

/** A contract with its version ("feature@1"), and the check of a module against it. */
export interface Contract<T> {
  id: string;
  check(module: unknown): T;
}

export const featureContract: Contract<FeatureRemote> = { id: 'feature@1', check: checkFeature };
/** Registry name of the surveys remote, part of the contract like `survey@1` itself. */
export const SURVEYS = 'surveys';
export const surveyContract: Contract<SurveyRemote> = { id: 'survey@1', check: checkSurvey };

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
  /** The verified manifest, once available; undefined for a guest, whose files are fetched for its frame. */
  located?: LocatedManifest;
  /** From the verified manifest. */
  locales: readonly string[];
  /** URLs of files that were already retried. */
  retried: Set<string>;
  /** The load that replaces this one after a failure. */
  fallback?: Promise<LoadedRemote<T>>;
}

const requests = new Map<string, RemoteRequest>();
let count = 0;

/** Whether a version is a guest, not signed by a team. Also true if the registry does not list it. */
export const isGuest = (name: string, version: string): boolean =>
  registryOfPage().remotes[name]?.versions[version]?.trust !== 'trusted';

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
    locales: [],
    deadline: new Deadline(remote),
    retried: new Set(),
  };
  requests.set(request.id, request);
  return request;
}

export const requestOf = (id: string): RemoteRequest | undefined => requests.get(id);

/** Ends a settled request: its id is unknown from then on. */
export function closeRequest(id: string): void {
  requests.get(id)?.deadline.clear();
  requests.delete(id);
}
