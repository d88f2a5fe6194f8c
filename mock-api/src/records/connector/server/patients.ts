/** Patients of the hospital's server: their names, and which of them has a wristband's code. */
import { plain } from '../../../common/text/search-text.ts';
import type { FhirSettings } from '../../../config/fhir.ts';
import { isResource, type Resource } from '../../fhir/datatypes.ts';
import { isObject, objectsIn } from '../../fhir/json.ts';
import { keyOf } from '../../fhir/references.ts';
import { readTime } from '../../fhir/time.ts';
import { type FhirClient, search } from './client.ts';
import { FhirError } from './error.ts';

export interface FhirPatient {
  id: string;
  /** Given names and family name. */
  name: string;
  familyNames: string[];
  birthDate: string | null;
  isDeceased: boolean;
  /** Id of the patient that replaces this one, after the hospital has merged two. */
  replacedBy: string | undefined;
  /** Values of identifiers with the wristbands' system. */
  codes: string[];
  /** The hospital's own numbers of the record. */
  recordNumbers: string[];
  resource: Resource;
}

/** How many merges are followed. */
const MAX_MERGES = 5;
const MAX_MATCHES = 20;

const texts = (value: unknown) => (Array.isArray(value) ? value : []).filter((item) => typeof item === 'string');

function isDeceased({ deceasedBoolean, deceasedDateTime }: Resource): boolean {
  return deceasedBoolean === true || typeof deceasedDateTime === 'string';
}

const idIn = (reference: unknown): string | undefined => {
  const key = isObject(reference) ? keyOf(reference.reference) : undefined;
  return key?.startsWith('Patient/') ? key.slice('Patient/'.length) : undefined;
};

/** Systems of the identifiers that are read. */
export type Systems = Pick<FhirSettings, 'identifierSystem' | 'recordSystem'>;

function identifiersOf({ identifier }: Resource, system: string | undefined): string[] {
  const current = objectsIn(identifier).filter(({ system: of, use }) => of === system && use !== 'old');
  return system === undefined ? [] : current.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

export function readFhirPatient(resource: Resource, { identifierSystem, recordSystem }: Systems): FhirPatient {
  const names = objectsIn(resource.name).filter(({ use }) => use !== 'old');
  const named = names.find(({ use }) => use === 'official' || use === 'usual') ?? names[0];
  const parts = named ? [...texts(named.given), typeof named.family === 'string' ? named.family : ''] : [];
  const written = typeof resource.birthDate === 'string' ? resource.birthDate : undefined;
  const replacement = objectsIn(resource.link).find(({ type }) => type === 'replaced-by');
  return {
    id: resource.id,
    name: parts.join(' ').trim() || (typeof named?.text === 'string' ? named.text : ''),
    familyNames: names.flatMap(({ family }) => (typeof family === 'string' ? [family] : [])),
    birthDate: readTime(written)?.slice(0, 10) ?? null,
    isDeceased: isDeceased(resource),
    replacedBy: replacement && idIn(replacement.other),
    codes: identifiersOf(resource, identifierSystem),
    recordNumbers: identifiersOf(resource, recordSystem),
    resource,
  };
}

/** Returns a name as it is compared: without accents, hyphens and spaces. */
export const letters = (name: string) => plain(name).replace(/[^\p{L}]/gu, '');

/** Returns whether a patient has this family name, whatever its accents, hyphens and spaces. */
export const hasFamilyName = ({ familyNames }: Pick<FhirPatient, 'familyNames'>, name: string): boolean =>
  letters(name) !== '' && familyNames.some((family) => letters(family) === letters(name));

type PatientServer = Systems & { client: FhirClient };

/**
 * Returns a patient by id; undefined if the server has none.
 * @throws FhirError
 */
export async function readPatientById(server: PatientServer, id: string): Promise<FhirPatient | undefined> {
  const { client } = server;
  try {
    const { value } = await client.read(`Patient/${encodeURIComponent(id)}`);
    const isPatient = isResource(value) && value.resourceType === 'Patient' && value.id === id;
    if (!isPatient) throw new FhirError('unusable');
    return readFhirPatient(value, server);
  } catch (error) {
    if (error instanceof FhirError && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}

/** Returns the patient that has replaced this one, or the same one; undefined if that is missing. */
export async function followMerges(server: PatientServer, patient: FhirPatient): Promise<FhirPatient | undefined> {
  let current: FhirPatient | undefined = patient;
  for (let merges = 0; current?.replacedBy !== undefined && merges < MAX_MERGES; merges += 1)
    current = await readPatientById(server, current.replacedBy);
  return current?.replacedBy === undefined ? current : undefined;
}

/** How a patient of an account is found: by the hospital's own number if that has a system, else by the band's code. */
export interface Search {
  by: 'record-number' | 'code';
  value: string;
}

/**
 * Returns the patients with a record number or a band's code, each once after merges.
 * @throws FhirError
 */
export async function findBy(server: PatientServer, { by, value }: Search): Promise<FhirPatient[]> {
  const { client, identifierSystem, recordSystem } = server;
  const system = by === 'code' ? identifierSystem : recordSystem;
  const query = new URLSearchParams({ identifier: `${system}|${value}`, _count: String(MAX_MATCHES) });
  const found: FhirPatient[] = [];
  let total = 0;
  await search(client, `Patient?${query}`, async (resources) => {
    const patients = resources.filter(({ resourceType }) => resourceType === 'Patient');
    // A server that ignores the parameter returns everyone.
    const read = patients.map((resource) => readFhirPatient(resource, server));
    found.push(...read.filter(({ codes, recordNumbers }) => (by === 'code' ? codes : recordNumbers).includes(value)));
    total += read.length;
    if (total > MAX_MATCHES) throw new FhirError('unusable');
  });
  const current = new Map<string, FhirPatient>();
  for (const patient of found) {
    const followed = await followMerges(server, patient);
    if (followed) current.set(followed.id, followed);
  }
  return [...current.values()];
}
