/** References between resources, and whose a resource is. */
import { sha256 } from '../../security/secrets.ts';
import type { Resource } from './datatypes.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the key, such as `Patient/example`, of a relative or absolute reference; undefined for any other. */
export function keyOf(reference: unknown): string | undefined {
  if (typeof reference !== 'string') return undefined;
  const found = /(?:^|\/)([A-Z][A-Za-z]{1,63}\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/.exec(
    reference,
  );
  return found?.[1];
}

/** Returns the key under which the file at an attachment's address is stored. */
export const attachmentKey = (url: string): string =>
  url.includes('Binary/') ? (keyOf(url) ?? hashedKey(url)) : hashedKey(url);

const hashedKey = (url: string): string => `Binary/url-${sha256(url).slice(0, 32)}`;

export const ownKey = ({ resourceType, id }: Pick<Resource, 'resourceType' | 'id'>): string => `${resourceType}/${id}`;

/** Types that belong to no patient: they support what does, and may be read from any record. */
const SHARED_TYPES: ReadonlySet<string> = new Set([
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'HealthcareService',
  'Medication',
  'Substance',
  'Device',
  'Binary',
]);

export const isSharedType = (type: string): boolean => SHARED_TYPES.has(type);

/** Returns the keys that a reference, or a list of them, names. */
const referencesIn = (value: unknown): string[] => {
  const one = (item: unknown) => (isRecord(item) ? keyOf(item.reference) : undefined);
  return (Array.isArray(value) ? value : [value]).map(one).filter((key) => key !== undefined);
};

const isPatient = (key: string) => key.startsWith('Patient/');

const SUBJECT_FIELDS: readonly string[] = ['subject', 'patient', 'beneficiary', 'individual', 'for'];

/** Returns whether a resource says whose it is, even if that is no patient. */
export const namesSubject = (resource: Resource): boolean =>
  SUBJECT_FIELDS.some((field) => resource[field] !== undefined);

/**
 * Returns the patients whose record a resource is part of: one as a rule, none if it names none, several for an
 * appointment of several.
 */
export function subjectsOf(resource: Resource): string[] {
  if (resource.resourceType === 'Patient') return [ownKey(resource)];
  const direct = SUBJECT_FIELDS.flatMap((field) => referencesIn(resource[field]));
  if (direct.length > 0) return [...new Set(direct.filter(isPatient))];
  const actors = Array.isArray(resource.participant)
    ? resource.participant.flatMap((item) => (isRecord(item) ? [item.actor, item.member] : []))
    : [];
  return [...new Set(referencesIn(actors).filter(isPatient))];
}

/** Returns the keys of what a report or panel is made of. */
const partsOf = ({ result, hasMember }: Resource): string[] => [...referencesIn(result), ...referencesIn(hasMember)];

/**
 * Returns what belongs to a patient, and what supports it. An Observation that does not say whose it is belongs to the
 * patient of the report or panel that names it.
 */
export function recordOf(subject: string, resources: readonly Resource[]): Resource[] {
  const isFree = (resource: Resource) => resource.resourceType === 'Observation' && !namesSubject(resource);
  const free = new Map(resources.filter(isFree).map((resource) => [ownKey(resource), resource]));
  const own = new Set(resources.filter((resource) => subjectsOf(resource).includes(subject)));
  // A set's iterator also visits what is added meanwhile.
  for (const resource of own)
    for (const key of partsOf(resource)) {
      const part = free.get(key);
      if (part) own.add(part);
    }
  return resources.filter((resource) => own.has(resource) || isSharedType(resource.resourceType));
}
