/** Resources that are nested too deeply: their content is refused, and they are listed. */
import { MAX_NESTING, NestingTracker } from '../../common/nesting.ts';
import type { Resource } from './datatypes.ts';
import { FhirNumber } from './json.ts';
import { namesSubject, subjectsOf } from './references.ts';

/** Levels of a page that are read: room for a resource in Bundles. */
const MAX_PAGE_NESTING = 2 * MAX_NESTING;
/** Replaces what is cut. By itself nested too deeply, so the resource around it still counts as too deep. */
const CUT = '['.repeat(MAX_NESTING + 1) + ']'.repeat(MAX_NESTING + 1);

/** Returns JSON with everything below the levels of a page replaced, so that a parser can recurse through it. */
export function cutDeep(json: string): string {
  const nesting = new NestingTracker();
  let cut = '';
  let from = 0;
  let start: number | undefined;
  for (const index of nesting.brackets(json)) {
    if (start === undefined && nesting.depth > MAX_PAGE_NESTING) {
      start = index;
      cut += json.slice(from, start) + CUT;
    } else if (start !== undefined && nesting.depth === MAX_PAGE_NESTING) {
      start = undefined;
      from = index + 1;
    }
  }
  return start === undefined ? cut + json.slice(from) : cut;
}

/** Returns whether a value has more than `most` levels. Reads no further. */
function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof FhirNumber) return false;
  return most === 0 || Object.values(value).some((item) => isDeeper(item, most - 1));
}

/** Fields that decide who sees what. */
const LABELS = ['meta', 'status', 'verificationStatus', 'securityLabel'] as const;

export const isTooDeep = (resource: Resource): boolean => resource.isTooDeep === true;

/** Returns a resource; if it is nested too deeply, only what it is, of whom and for whom. */
export function refuseDeep(resource: Resource): Resource {
  if (!isDeeper(resource, MAX_NESTING)) return resource;
  const labels = LABELS.filter((label) => resource[label] !== undefined && !isDeeper(resource[label], MAX_NESTING / 2));
  const subjects = subjectsOf(resource);
  return {
    resourceType: resource.resourceType,
    id: resource.id,
    ...Object.fromEntries(labels.map((label) => [label, resource[label]])),
    ...(subjects.length > 0 || namesSubject(resource) ? { subject: subjects.map((reference) => ({ reference })) } : {}),
    isTooDeep: true,
  };
}
