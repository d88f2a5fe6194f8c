/** Searches by reference, token, id and time of the last change, as FHIR R4 defines them. */
import type { Resource } from './resources.ts';

/** What a search asks for that cannot be answered; the message is for the caller. */
export class SearchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SearchError';
  }
}

type Matcher = (resource: Resource, value: string) => boolean;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const itemsOf = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

const referencesIn = (value: unknown): unknown[] => itemsOf(value).map(({ reference }) => reference);

/** Returns the keys of the patients that a resource is about. */
export function patientsOf(resource: Resource): string[] {
  const { subject, patient, participant } = resource;
  const actors = itemsOf(participant).map(({ actor }) => actor);
  const found = [subject, patient, ...actors].flatMap(referencesIn);
  const own = resource.resourceType === 'Patient' ? [`Patient/${resource.id}`] : [];
  return [...own, ...found.filter((key): key is string => typeof key === 'string' && key.startsWith('Patient/'))];
}

const isOfPatient: Matcher = (resource, value) =>
  resource.resourceType !== 'Patient' &&
  patientsOf(resource).includes(value.startsWith('Patient/') ? value : `Patient/${value}`);

/** Returns whether `system|value`, `|value` or `value` matches: the codings of a concept, or identifiers. */
function matchesToken(system: unknown, value: unknown, wanted: string): boolean {
  const bar = wanted.indexOf('|');
  if (bar < 0) return value === wanted;
  const [wantedSystem, wantedValue] = [wanted.slice(0, bar), wanted.slice(bar + 1)];
  const hasSystem = wantedSystem === '' ? system === undefined : system === wantedSystem;
  return hasSystem && (wantedValue === '' || value === wantedValue);
}

const byConcept =
  (field: string): Matcher =>
  (resource, value) =>
    itemsOf(resource[field])
      .flatMap(({ coding }) => itemsOf(coding))
      .some((coding) => matchesToken(coding.system, coding.code, value));

const byIdentifier: Matcher = (resource, value) =>
  itemsOf(resource.identifier).some((identifier) => matchesToken(identifier.system, identifier.value, value));

const COMPARISONS: Readonly<Record<string, (updated: number, at: number) => boolean>> = {
  ge: (updated, at) => updated >= at,
  gt: (updated, at) => updated > at,
  sa: (updated, at) => updated > at,
  le: (updated, at) => updated <= at,
  lt: (updated, at) => updated < at,
  eb: (updated, at) => updated < at,
  eq: (updated, at) => updated === at,
};

const byLastUpdated: Matcher = (resource, value) => {
  const [, prefix = 'eq', time = ''] = /^(ge|gt|sa|le|lt|eb|eq)?(.*)$/.exec(value) ?? [];
  const at = Date.parse(time);
  if (Number.isNaN(at)) throw new SearchError(`_lastUpdated=${value} is no date`);
  const meta = isRecord(resource.meta) ? resource.meta : {};
  return COMPARISONS[prefix]?.(Date.parse(String(meta.lastUpdated)), at) === true;
};

/** Search parameters of every type, which the CapabilityStatement lists. */
export const PARAMETERS: Readonly<Record<string, { type: 'reference' | 'token' | 'date'; matches: Matcher }>> = {
  patient: { type: 'reference', matches: isOfPatient },
  subject: { type: 'reference', matches: isOfPatient },
  category: { type: 'token', matches: byConcept('category') },
  code: { type: 'token', matches: byConcept('code') },
  identifier: { type: 'token', matches: byIdentifier },
  status: { type: 'token', matches: (resource, value) => resource.status === value },
  _id: { type: 'token', matches: (resource, value) => resource.id === value },
  _lastUpdated: { type: 'date', matches: byLastUpdated },
};

/** Parameters that change the answer, not what is found. */
const OF_ANSWERS: readonly string[] = ['_count', '_elements', '_sort', '_format', '_summary', '_total'];

/**
 * Returns the resources that match all parameters; values of one parameter separated by commas are alternatives.
 * @throws SearchError for an unknown parameter
 */
export function search(resources: readonly Resource[], query: URLSearchParams): Resource[] {
  const wanted = [...query].filter(([name]) => !OF_ANSWERS.includes(name));
  const matchers = wanted.map(([name, values]) => {
    const parameter = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (!parameter) throw new SearchError(`unknown search parameter ${name}`);
    const alternatives = values.split(',');
    return (resource: Resource) => alternatives.some((value) => parameter.matches(resource, value));
  });
  return resources.filter((resource) => matchers.every((matches) => matches(resource)));
}
