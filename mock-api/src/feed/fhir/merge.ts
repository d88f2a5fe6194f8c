/** Puts what a message says into what is stored. */
import type { Resource } from '../../records/fhir/datatypes.ts';
import type { ResourceChange } from './reading.ts';

/** Lists of which a message may bring only a part: what it doesn't name stays. */
const isOnlyPart = (field: string, value: unknown): boolean =>
  // A message without people or places has only the patient.
  field === 'participant' && Array.isArray(value) && value.length === 1;

const referenceOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'reference' in item ? item.reference : item;

/** Returns both lists of references, each once. */
const both = (stored: readonly unknown[], next: readonly unknown[]): unknown[] => [
  ...new Map([...stored, ...next].map((item) => [referenceOf(item), item])).values(),
];

function mergedField(field: string, stored: unknown, next: unknown): unknown {
  if (next === undefined || (stored !== undefined && isOnlyPart(field, next))) return stored;
  if (field === 'result' && Array.isArray(stored) && Array.isArray(next)) return both(stored, next);
  if (field === 'period' && typeof next === 'object' && next !== null) return mergedObject(stored, next);
  return next ?? undefined;
}

function mergedObject(stored: unknown, next: object): Record<string, unknown> {
  const before: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const entries = Object.entries(next).map(([field, value]) => [field, mergedField(field, before[field], value)]);
  const merged = Object.entries({ ...before, ...Object.fromEntries(entries) });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined && value !== null));
}

/** Returns the resource that is to be stored; undefined if the change is only for one that is stored. */
export function changed(stored: Resource | undefined, { how, resource }: ResourceChange): Resource | undefined {
  if (how === 'merge-stored' && !stored) return undefined;
  const base = how === 'replace' ? undefined : stored;
  return { resourceType: resource.resourceType, id: resource.id, ...mergedObject(base, resource) };
}
