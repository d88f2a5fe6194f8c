import { store } from 'shared-ui';
import { parseRegistry, parseRemoteManifest, type Registry, type RemoteManifest } from 'shared-ui/contract';
import { registryOfPage } from '../../remotes/registry.ts';
import { type LoadedNow, loadedRemotes } from '../../remotes/remote-cache.ts';
import { readNotice } from '../notice.ts';

/** Why this browser runs a version. `share`: percent of browsers that a canary is for. */
export type Origin = { kind: 'test' | 'active' | 'fallback' | 'unknown' } | { kind: 'canary'; share: number };

/** Durations in ms; undefined if the browser has no record of the file, or the remote has not rendered. */
export interface Timings {
  manifest: number | undefined;
  entry: number | undefined;
  /** From the request of the remote to its first render. */
  firstRender: number | undefined;
}

/** A part of the store and the size of its content as JSON. Never the content itself, which may be a patient's. */
export interface SliceSize {
  name: string;
  bytes: number;
}

/** What a developer may know about a remote on this page. */
export interface RemoteDetails {
  name: string;
  version: string;
  origin: Origin;
  /** Undefined if its manifest can't be read. */
  contract: string | undefined;
  timings: Timings;
  slices: SliceSize[];
}

export interface PageDetails {
  remotes: RemoteDetails[];
  /** Slices that the host shares with all remotes. */
  shared: SliceSize[];
}

async function fetchJson(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.json();
}

/** Documents that this page has requested. They don't change while it is open, except for the registry. */
const documents = new Map<string, Promise<unknown>>();

function fetchOnce(url: string, init?: RequestInit): Promise<unknown> {
  const known = documents.get(url) ?? fetchJson(url, init).catch(() => undefined);
  documents.set(url, known);
  return known;
}

/** Fetches the registry without cookies, which names canaries: this browser's own does not. */
async function fetchCanaries(): Promise<Registry | undefined> {
  const registry = await fetchOnce('/registry.json', { credentials: 'omit' });
  return registry === undefined ? undefined : parseRegistry(registry);
}

async function fetchManifest(url: string): Promise<RemoteManifest | undefined> {
  const manifest = await fetchOnce(url);
  return manifest === undefined ? undefined : parseRemoteManifest(manifest);
}

/** Returns the build's own version if this is the test version, which pages know by that version and its link's id. */
function testBuild({ name, version }: LoadedNow): string | undefined {
  const notice = readNotice();
  return notice?.name === name && registryOfPage().remotes[name]?.active === version ? notice.build : undefined;
}

function originOf(loaded: LoadedNow, registry: Registry | undefined): Origin {
  const { name, version } = loaded;
  if (testBuild(loaded) !== undefined) return { kind: 'test' };
  const entry = registry?.remotes[name];
  if (!entry) return { kind: 'unknown' };
  if (entry.canary?.version === version) return { kind: 'canary', share: entry.canary.share };
  return { kind: entry.active === version ? 'active' : 'fallback' };
}

const durationOf = (url: string): number | undefined =>
  performance.getEntriesByType('resource').find(({ name }) => name === url)?.duration;

const sizeOf = ([name, content]: [string, unknown]): SliceSize => ({
  name,
  bytes: new TextEncoder().encode(JSON.stringify(content)).length,
});

/** Returns the slices that a remote has added: their names begin with its own. */
const slicesOf = (remote: string): SliceSize[] =>
  Object.entries(store.getState().slices)
    .filter(([name]) => name.split('/')[0] === remote)
    .map(sizeOf);

async function describeRemote(loaded: LoadedNow, registry: Registry | undefined): Promise<RemoteDetails> {
  const { name, version, requestedAt, renderedAt } = loaded;
  const published = registryOfPage().remotes[name]?.versions[version];
  const url = new URL(published?.manifest ?? '', location.href).href;
  const manifest = published && (await fetchManifest(url));
  return {
    name,
    version: testBuild(loaded) ?? version,
    origin: originOf(loaded, registry),
    contract: manifest?.contract,
    timings: {
      manifest: durationOf(url),
      entry: manifest && durationOf(new URL(manifest.entry, url).href),
      firstRender: renderedAt === undefined ? undefined : renderedAt - requestedAt,
    },
    slices: slicesOf(name),
  };
}

/** Describes the remotes that have loaded in this page, and the store. */
export async function describePage(): Promise<PageDetails> {
  const registry = await fetchCanaries();
  const remotes = await Promise.all(loadedRemotes().map((loaded) => describeRemote(loaded, registry)));
  const { slices: _remotes, ...shared } = store.getState();
  return { remotes, shared: Object.entries(shared).map(sizeOf) };
}
