/** Test helper: maps one resource of Patient/x, with others that it may refer to. */
import type { Resource } from '../fhir/datatypes.ts';
import { ownKey } from '../fhir/references.ts';
import { cutFiles } from '../files.ts';
import type { MappedRow } from '../map/context.ts';
import { projectRecord } from '../project.ts';
import { parseAll } from '../stored-resources.ts';
import { findNames } from '../words/names.ts';

export const SUBJECT = { reference: 'Patient/x' };

export interface MappedOne {
  row: MappedRow;
  isWithheld: boolean;
}

const PATIENT: Resource = { resourceType: 'Patient', id: 'x', gender: 'female', birthDate: '1980-03-01' };

/**
 * Returns the rows of `text`, a resource as JSON text, so that numbers keep their written form.
 * @param others resources that are stored with it; their rows are left out
 */
export function mapOne(text: string | object, others: readonly Resource[] = []): MappedOne[] {
  const json = typeof text === 'string' ? text : JSON.stringify(text);
  const resource = JSON.parse(json) as Resource;
  const all = [resource, PATIENT, ...others];
  const cut = all.map((item) => ({ key: ownKey(item), ...cutFiles(item, [ownKey(item)]) }));
  const documents = cut.map(({ key, value }, index) => ({
    key,
    document: index === 0 && cut[0]?.files.length === 0 ? json : JSON.stringify(value),
  }));
  const files = cut.flatMap(({ key, files: own }) => own.map(({ id, type }) => ({ id, type, key })));
  const project = (some: typeof documents) =>
    projectRecord({
      of: { userId: 'user', source: 'files' },
      patient: 'Patient/x',
      birthDate: null,
      resources: parseAll(some),
      files,
      nameOf: findNames({}),
      hospital: 'Northside General',
    });
  const ofOthers = project(documents.slice(1));
  return [...project(documents)]
    .filter(([id]) => !ofOthers.has(id))
    .map(([, { row, isWithheld }]) => ({ row, isWithheld }));
}

/** Returns the body of the first row, with every `Text` in English. */
export function bodyOf(text: string | object, others: readonly Resource[] = []): unknown {
  const [first] = mapOne(text, others);
  if (!first) return undefined;
  return inEnglish('body' in first.row ? first.row.body : first.row);
}

/** Returns the value with every `Text` replaced by its English. */
export function inEnglish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEnglish);
  if (typeof value !== 'object' || value === null) return value;
  if ('en' in value && 'fr' in value) return value.en;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inEnglish(item)]));
}
