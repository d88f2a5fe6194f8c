/** Which Observations a report is made of. */
import { type Reference, type Resource, shaped } from '../../fhir/datatypes.ts';
import { ownKey } from '../../fhir/references.ts';
import { firstTime } from '../../fhir/time.ts';
import type { MapContext } from '../context.ts';
import { type ReportResource, ReportSchema } from './schema.ts';

const isReference = (item: unknown): item is Reference =>
  typeof item === 'object' && item !== null && 'reference' in item && typeof item.reference === 'string';

const referencesIn = (value: unknown): Reference[] => (Array.isArray(value) ? value.filter(isReference) : []);

/** Yields each Observation that a report names, and the members of its panels, once and in the order of the report. */
export function* observationsOf(report: Resource, find: MapContext['find']): Generator<Resource> {
  const seen = new Set<Resource>();
  const stack: { owner: Resource; reference: Reference }[] = [];
  const push = (owner: Resource, parts: unknown) => {
    for (const reference of referencesIn(parts).reverse()) stack.push({ owner, reference });
  };
  push(report, report.result);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const observation = find(next.owner, next.reference);
    if (observation?.resourceType !== 'Observation' || seen.has(observation)) continue;
    seen.add(observation);
    yield observation;
    push(observation, observation.hasMember);
  }
}

/** Returns when what it reports was measured. */
export const performedAt = (of: ReportResource): string | null =>
  firstTime(of.effectiveDateTime, of.effectivePeriod?.start, of.issued);

/** Returns the time of the report that names an Observation, by the Observation's key; of several, the first. */
export function reportTimes(resources: Iterable<Resource>, find: MapContext['find']): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const resource of resources) {
    const report = resource.resourceType === 'DiagnosticReport' ? shaped(ReportSchema, resource) : undefined;
    const at = report ? performedAt(report) : null;
    if (!report || at === null) continue;
    for (const observation of observationsOf(report, find)) {
      const key = ownKey(observation);
      const known = times.get(key);
      if (known === undefined || at < known) times.set(key, at);
    }
  }
  return times;
}
