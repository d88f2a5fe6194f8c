/**
 * Entry `shared-ui/contract/host`: what the shell does with remotes, for the gateway and the checks that judge it.
 * @module
 */
import type { RemoteManifest } from './remote-manifest.ts';

/** Codes for the step at which a remote failed. Stable: operators and tests search for them. */
export type FailureCode =
  | 'REGISTRY_UNAVAILABLE'
  | 'REGISTRY_INVALID'
  | 'REMOTE_UNKNOWN'
  | 'ORIGIN_NOT_ALLOWED'
  | 'MANIFEST_UNAVAILABLE'
  | 'MANIFEST_INTEGRITY'
  | 'MANIFEST_INVALID'
  | 'CONTRACT_MISMATCH'
  | 'SHARED_MISSING'
  | 'ENTRY_UNAVAILABLE'
  | 'ENTRY_INTEGRITY'
  | 'CHUNK_UNAVAILABLE'
  | 'CHUNK_INTEGRITY'
  | 'TIMEOUT'
  | 'EXPORT_INVALID'
  | 'RENDER_FAILED';

/** Messages of the loader on the page and of the checks before publication. */
export const contractMismatch = (provided: string, required: string): string =>
  `provides ${provided}, but ${required} is required`;

export const sharedMissing = (name: string, range: string, offered: readonly string[]): string =>
  `needs ${name} ${range}, the host offers ${offered.join(', ') || 'nothing'}`;

/** Web vitals, in milliseconds; CLS in thousandths. */
export type Vital = 'TTFB' | 'FCP' | 'LCP' | 'INP' | 'CLS';

/**
 * An event in the life of one version of a remote, sent once per page:
 * - `loaded`: it loaded, `value` milliseconds after the request;
 * - `failed`: it failed to load;
 * - `broke`: the first failure after it loaded;
 * - `error`: a further failure;
 * - a web vital of the page whose first screen it showed.
 *
 * Contains no text, URL or personal data.
 */
export interface HealthEvent {
  kind: 'loaded' | 'failed' | 'broke' | 'error' | Vital;
  /** `name@version` */
  remote: string;
  code?: string;
  /** An integer. */
  value?: number;
}

/** The body of `POST /telemetry`. */
export interface HealthReport {
  events: HealthEvent[];
}

/** Files above this size in bytes, such as the PDF reader, are fetched and stored on first use instead. */
const PREFETCH_MAX_BYTES = 300_000;
/**
 * Files fetched on first use: films with their captions and documents that few users open, chunks of the demo, and
 * translated documents unless they are in the person's language.
 */
const ON_USE = /\.(mp4|vtt|webm|pdf|map|txt)$|(^|\/)(demo|translation)-[^/]*\.js$/;
/** Files for tools: a remote's types, its federation plugin's manifest, and its source maps; and those for gateways. */
export const FOR_TOOLS = /(^|\/)(@mf-types\.(zip|d\.ts)|mf-manifest\.json)$|^(source-maps|first-screens)\.json$/;

/**
 * Scripts in one language: texts (`texts-ar`, `texts-ar-later`), what medical words mean (`meanings-ar-json`), and
 * documents that were translated (`translation-ar-terms-ts`).
 */
const TEXTS = /(?:^|\/)(?:texts|meanings|translation)-([a-z]{2,3}(?:-[A-Z]\w*)*)(?:-[a-z]\w*)*\.[0-9a-f]{8,}\.js$/;

/** Returns the tag of the language that a file's texts are in; undefined for files of every reader. English has none. */
export const textsLanguageOf = (path: string): string | undefined => TEXTS.exec(path)?.[1];

type PrefetchFacts = Pick<RemoteManifest, 'sizes' | 'routes' | 'language'>;

/** Whether only staff can open the remote's screens, so that patients' phones don't prefetch it. */
const isForStaff = ({ routes = [] }: PrefetchFacts): boolean =>
  routes.length > 0 && routes.every(({ guard }) => guard === 'staff');

/** Whether people who read a language need a file of a build. If their language isn't known, they need all texts. */
export const isReadIn = (language: string | undefined, path: string): boolean =>
  language === undefined || (textsLanguageOf(path) ?? language) === language;

/**
 * Whether a remote's file is downloaded with its revision, rather than on first use.
 * @param language the person's, if it is known: only texts in it are downloaded, and no language pack if it isn't
 */
export const isPrefetched = (path: string, remote: PrefetchFacts, language?: string): boolean =>
  (!ON_USE.test(path) || (language !== undefined && textsLanguageOf(path) === language)) &&
  !FOR_TOOLS.test(path) &&
  !isForStaff(remote) &&
  (remote.language === undefined ? isReadIn(language, path) : remote.language.tag === language) &&
  (remote.sizes?.[path] ?? 0) <= PREFETCH_MAX_BYTES;

/**
 * Returns what identifies a file in every version: its address without version and content hash. With its remote, as
 * all remotes have files of the same names.
 */
export const nameOf = (url: string): string =>
  url.replace(/(\/remotes\/[^/]+|\/shell)\/[^/]+\//, '$1/').replace(/\.[0-9a-f]{8,}(?=\.[^/]*$)/, '');
