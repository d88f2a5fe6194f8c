/** Searches, page by page. */
import type { Resource } from '../../fhir/datatypes.ts';
import { refuseDeep } from '../../fhir/depth.ts';
import { ExactNumber } from '../../fhir/exact.ts';
import type { FhirClient } from './client.ts';
import { FhirFailure } from './failure.ts';

/** How often a search begins again because its pages have expired. */
const MAX_RESTARTS = 3;
const MAX_PAGES = 1000;

const ID = /^[A-Za-z0-9.-]{1,64}$/;
const TYPE = /^[A-Z][A-Za-z]{1,63}$/;

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

const items = (value: unknown): Fields[] => (Array.isArray(value) ? value : []).filter(isFields);

export const isResource = (value: unknown): value is Resource =>
  isFields(value) &&
  typeof value.resourceType === 'string' &&
  TYPE.test(value.resourceType) &&
  typeof value.id === 'string' &&
  ID.test(value.id);

/** Returns a resource, without its content if that is nested too deeply; undefined for anything else. */
export const readResource = (value: unknown): Resource | undefined =>
  isResource(value) ? refuseDeep(value) : undefined;

/** Returns the resources of a page; outcomes are messages, no records. */
function resourcesIn(bundle: Fields): Resource[] {
  const found = items(bundle.entry).filter(({ search }) => !isFields(search) || search.mode !== 'outcome');
  return found.flatMap(({ resource }) => readResource(resource) ?? []);
}

const nextOf = (bundle: Fields): string | undefined => {
  const url = items(bundle.link).find(({ relation }) => relation === 'next')?.url;
  return typeof url === 'string' ? url : undefined;
};

type PageReader = Pick<FhirClient, 'resolve' | 'read'>;

async function searchOnce(
  client: PageReader,
  path: string,
  onPage: (resources: Resource[]) => Promise<void>,
): Promise<number> {
  const visited = new Set<string>();
  let began: number | undefined;
  for (let address: string | undefined = path; address !== undefined; ) {
    // A token goes to no other server, whatever a link says.
    const url = client.resolve(address);
    if (url === undefined || visited.has(url) || visited.size >= MAX_PAGES) throw new FhirFailure('unusable');
    visited.add(url);
    const { value, date } = await client.read(url);
    if (!isFields(value) || value.resourceType !== 'Bundle') throw new FhirFailure('unusable');
    began ??= date;
    const resources = resourcesIn(value);
    if (resources.length > 0) await onPage(resources);
    address = nextOf(value);
  }
  return began ?? Date.now();
}

/**
 * Reads all pages of a search, again from the first if they expire meanwhile.
 * @param path relative to the server's address
 * @returns the server's time when the search began, in milliseconds
 * @throws FhirFailure, or what `onPage` throws
 */
export async function search(
  client: PageReader,
  path: string,
  onPage: (resources: Resource[]) => Promise<void>,
): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await searchOnce(client, path, onPage);
    } catch (error) {
      const isExpired = error instanceof FhirFailure && error.status === 410;
      if (!isExpired || restarts >= MAX_RESTARTS) throw error;
    }
  }
}
