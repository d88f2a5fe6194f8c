/** Answers of the FHIR server, before they are written to the connection. */
import type { Page } from './store/pages.ts';
import { keyOf, type Version } from './store/resources.ts';

export interface Answer {
  status: number;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** Returns an error as FHIR describes it. */
export const failed = (status: number, code: string, diagnostics: string, headers = {}): Answer => ({
  status,
  headers,
  body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code, diagnostics }] },
});

const NOTE = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'informational', diagnostics: 'Begin of the search' }],
};

/** Returns the headers of one version of a resource. */
export const versionHeaders = ({ versionId, lastUpdated }: Version) => ({
  etag: `W/"${versionId}"`,
  'last-modified': new Date(lastUpdated).toUTCString(),
});

/** Returns one version of a resource, or that it was deleted. */
export function versionAnswer(version: Version | undefined, deletedStatus: 404 | 410): Answer {
  if (!version) return failed(404, 'not-found', 'unknown resource');
  if (!version.resource) return failed(deletedStatus, 'deleted', `${version.key} was deleted`);
  return { status: 200, body: version.resource, headers: versionHeaders(version) };
}

/**
 * Returns a page of a search. The first one ends with a remark about the search, as servers may add.
 * @param self address of the search
 */
export function searchAnswer(base: string, self: string, { next, resources, total, isFirst }: Page): Answer {
  const link = [{ relation: 'self', url: self }, ...(next ? [{ relation: 'next', url: `${base}?${next}` }] : [])];
  const matches = resources.map((resource) => ({
    fullUrl: `${base}/${keyOf(resource)}`,
    resource,
    search: { mode: 'match' },
  }));
  const remark = isFirst ? [{ resource: NOTE, search: { mode: 'outcome' } }] : [];
  return {
    status: 200,
    body: { resourceType: 'Bundle', type: 'searchset', total, link, entry: [...matches, ...remark] },
  };
}

/** Returns all versions of a resource, newest first. */
export function historyAnswer(base: string, versions: readonly Version[]): Answer {
  if (versions.length === 0) return failed(404, 'not-found', 'unknown resource');
  const entry = versions.toReversed().map(({ key, versionId, lastUpdated, resource }) => ({
    fullUrl: `${base}/${key}`,
    ...(resource ? { resource } : {}),
    request: { method: resource ? 'PUT' : 'DELETE', url: key },
    response: { status: resource ? '200' : '204', etag: `W/"${versionId}"`, lastModified: lastUpdated },
  }));
  return { status: 200, body: { resourceType: 'Bundle', type: 'history', total: entry.length, entry } };
}

/** Returns the resource in a request's body; undefined if it has another type. */
export function resourceIn(body: unknown, type: string): Record<string, unknown> | undefined {
  const isResource = typeof body === 'object' && body !== null && 'resourceType' in body && body.resourceType === type;
  return isResource ? { ...body } : undefined;
}

export const noResource = (type: string): Answer => failed(400, 'invalid', `the body must be a ${type}`);
