/** Notifications of the hospital's server: which patients they name. Nothing else in them is used. */
import { keyOf, subjectsOf } from '../fhir/references.ts';
import { isFields, isResource } from './server/search.ts';

/** Most patients that one notification may name. */
const MOST = 100;
const MAX_DEPTH = 20;
const ID = /^[A-Za-z0-9.-]{1,64}$/;

function collect(value: unknown, into: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH || into.size > MOST) return;
  if (Array.isArray(value)) for (const item of value) collect(item, into, depth + 1);
  if (!isFields(value)) return;
  const own = isResource(value) ? subjectsOf(value) : [];
  for (const key of [...own, keyOf(value.reference), keyOf(value.patient)])
    if (key?.startsWith('Patient/')) into.add(key.slice('Patient/'.length));
  for (const item of Object.values(value)) collect(item, into, depth + 1);
}

/**
 * Returns the ids of the patients that a notification names: a resource, a Bundle (of a Subscription), or
 * `{"patient": "Patient/…"}`.
 * @returns undefined if it names none, or too many
 */
export function patientsIn(body: unknown): string[] | undefined {
  const ids = new Set<string>();
  collect(body, ids, 0);
  const named = [...ids].filter((id) => ID.test(id));
  return named.length > 0 && named.length <= MOST ? named : undefined;
}
