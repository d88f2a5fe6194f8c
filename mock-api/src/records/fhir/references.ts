/** References between resources, whose a resource is, and who may see it. */
import { sha256 } from '../../security/secrets.ts';
import type { Resource } from './datatypes.ts';
import { isObject, type JsonObject, objectsIn } from './json.ts';

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
const referencesIn = (value: unknown): string[] => itemsOf(value).flatMap(({ reference }) => keyOf(reference) ?? []);

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
  const actors = objectsIn(resource.participant).flatMap(({ actor, member }) => [actor, member]);
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

/** Returns the objects in a value, which may be a list or one. */
const itemsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value : [value]).filter(isObject);
const codings = (value: unknown): JsonObject[] => itemsOf(value).flatMap(({ coding }) => itemsOf(coding));

const WITHDRAWN = 'entered-in-error';

/** Returns whether the hospital has declared the whole resource a mistake. */
export function isWithdrawn({ status, verificationStatus }: Resource): boolean {
  return status === WITHDRAWN || codings(verificationStatus).some(({ code }) => code === WITHDRAWN);
}

/**
 * Confidentiality codes R (restricted) and V (very restricted), and the codes of sensitive matters (HL7 v3 ActCode).
 */
const SENSITIVE: ReadonlySet<unknown> = new Set(
  'R V ETH ETHUD OPIOIDUD SUD SUDWS PSY PSYTHPN BH COGN DVD EMOTDIS MH HIV STD SEX SDV SA SV SPI TBOO TABOO VIO IDV GDIS SICKLE SCA'.split(
    ' ',
  ),
);

/** Returns whether a label says that a resource is sensitive: then it is never shown to a supporter. */
export function isSensitive(resource: Resource): boolean {
  const security = itemsOf(resource.meta).flatMap((meta) => itemsOf(meta.security));
  return [...security, ...codings(resource.securityLabel)].some(({ code }) => SENSITIVE.has(code));
}

/** Types that belong to a patient, in the order in which they are listed. */
export const PATIENT_TYPES: readonly string[] = [
  'Observation',
  'DiagnosticReport',
  'MedicationRequest',
  'MedicationStatement',
  'MedicationAdministration',
  'CarePlan',
  'CareTeam',
  'Encounter',
  'Appointment',
  'Procedure',
  'Immunization',
  'AllergyIntolerance',
  'Condition',
  'DocumentReference',
];

/** Categories of Observations, for servers that search these only by category. */
export const CATEGORIES: readonly string[] = [
  'laboratory',
  'vital-signs',
  'social-history',
  'exam',
  'imaging',
  'survey',
  'procedure',
  'activity',
  'therapy',
];

/** Types that are read for the names, pictures and files in them. */
export const SUPPORTING_TYPES: readonly string[] = [
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'HealthcareService',
  'Medication',
  'Media',
  'Binary',
];
