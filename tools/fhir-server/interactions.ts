/** FHIR's REST interactions on the stored resources. */
import { randomUUID } from 'node:crypto';
import {
  type Answer,
  failed,
  historyAnswer,
  noResource,
  resourceIn,
  searchAnswer,
  versionAnswer,
  versionHeaders,
} from './answers.ts';
import type { Capability } from './capability.ts';
import type { Pages } from './store/pages.ts';
import { keyOf, type ResourceStore } from './store/resources.ts';
import { SearchError, search } from './store/search.ts';

/** A request below the base address, once it may be carried out. */
export interface FhirRequest {
  method: string;
  /** `['Observation', 'x', '_history', '2']`; empty for a further page. */
  path: readonly string[];
  query: URLSearchParams;
  /** Address of the request. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed; undefined if it is empty or no JSON. */
  body: unknown;
}

export interface FhirState {
  base: string;
  store: ResourceStore;
  pages: Pages;
  capability: Capability;
}

const headerOf = ({ headers }: FhirRequest, name: string) => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

function answerSearch(request: FhirRequest, type: string, { base, store, pages, capability }: FhirState): Answer {
  const { query, url } = request;
  if (capability.manner === 'epic') {
    if (type === 'Observation' && !['category', 'code', '_id'].some((name) => query.has(name)))
      return failed(400, 'required', 'a search for Observations needs a category or code');
    if (query.has('_lastUpdated')) return failed(400, 'not-supported', '_lastUpdated is not supported');
  }
  return searchAnswer(base, url, pages.first(search(store.ofType(type), query), query));
}

/** A search with the criteria of If-None-Exist decides whether there is anything to create. */
function existing(request: FhirRequest, type: string, { store }: FhirState) {
  const criteria = headerOf(request, 'if-none-exist');
  if (criteria === undefined) return [];
  return search(store.ofType(type), new URLSearchParams(criteria.replace(/^\?/, '')));
}

function create(request: FhirRequest, type: string, state: FhirState): Answer {
  const { base, store } = state;
  const resource = resourceIn(request.body, type);
  if (!resource) return noResource(type);
  const [found, ...others] = existing(request, type, state);
  if (others.length > 0) return failed(412, 'multiple-matches', 'If-None-Exist matches several resources');
  if (found) return versionAnswer(store.latest(keyOf(found)), 410);
  const version = store.put({ ...resource, resourceType: type, id: randomUUID() });
  const location = `${base}/${version.key}/_history/${version.versionId}`;
  return { status: 201, body: version.resource ?? {}, headers: { ...versionHeaders(version), location } };
}

function update(request: FhirRequest, type: string, id: string, { base, store }: FhirState): Answer {
  const resource = resourceIn(request.body, type);
  if (!resource) return noResource(type);
  if (resource.id !== undefined && resource.id !== id)
    return failed(400, 'invalid', 'the id differs from that of the address');
  const before = store.latest(`${type}/${id}`);
  const expected = headerOf(request, 'if-match');
  if (expected !== undefined && expected !== `W/"${before?.versionId}"`)
    return failed(412, 'conflict', `the current version is ${before?.versionId ?? 'none'}`);
  const version = store.put({ ...resource, resourceType: type, id });
  const location = `${base}/${version.key}/_history/${version.versionId}`;
  const headers = { ...versionHeaders(version), location };
  return { status: before?.resource ? 200 : 201, body: version.resource ?? {}, headers };
}

function read(request: FhirRequest, state: FhirState): Answer {
  const { base, store, pages, capability } = state;
  const [type, id, history, versionId] = request.path;
  if (type === undefined) {
    const page = pages.further(request.query);
    return page
      ? searchAnswer(base, request.url, page)
      : failed(410, 'not-found', 'this search has expired: begin it again');
  }
  if (id === undefined) return answerSearch(request, type, state);
  const versions = store.history(`${type}/${id}`);
  const deletedStatus = capability.manner === 'epic' ? 404 : 410;
  if (history === undefined) return versionAnswer(versions.at(-1), deletedStatus);
  if (history !== '_history') return failed(404, 'not-found', 'unknown operation');
  if (versionId === undefined) return historyAnswer(base, versions);
  return versionAnswer(
    versions.find((version) => version.versionId === versionId),
    deletedStatus,
  );
}

function write(request: FhirRequest, state: FhirState): Answer {
  const { method, path } = request;
  const [type = '', id, ...more] = path;
  if (!state.capability.creatable.includes(type)) return failed(405, 'not-supported', `${type} can only be read`);
  if (more.length > 0) return failed(404, 'not-found', 'unknown operation');
  if (method === 'POST' && id === undefined) return create(request, type, state);
  if (method === 'PUT' && id !== undefined) return update(request, type, id, state);
  if (method !== 'DELETE' || id === undefined) return failed(405, 'not-supported', 'unknown interaction');
  const { store } = state;
  if (store.history(`${type}/${id}`).length === 0) return failed(404, 'not-found', 'unknown resource');
  store.remove(`${type}/${id}`);
  return { status: 204 };
}

/** Carries out a request. */
export function interact(request: FhirRequest, state: FhirState): Answer {
  try {
    return request.method === 'GET' ? read(request, state) : write(request, state);
  } catch (error) {
    if (error instanceof SearchError) return failed(400, 'invalid', error.message);
    throw error;
  }
}
