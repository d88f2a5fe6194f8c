/** Test helpers: map one resource of Patient/x, with others that it may refer to. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Resource } from '../fhir/datatypes.ts';
import { ownKey } from '../fhir/references.ts';
import { cutFiles } from '../files.ts';
import type { MappedRow } from '../map/context.ts';
import { type ProjectedRow, projectRecord } from '../project.ts';
import { parseAll } from '../record.ts';
import { findNames } from '../words/concept.ts';

export const SUBJECT = { reference: 'Patient/x' };
export const coded = (code: string) => ({ coding: [{ code }] });
/** Element of a text that is French in the source. */
export const inFrench = (content: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'fr-CA' },
        { url: 'content', valueString: content },
      ],
    },
  ],
});

export interface MappedOne {
  row: MappedRow;
  isWithheld: boolean;
}

const PATIENT: Resource = { resourceType: 'Patient', id: 'x', gender: 'female', birthDate: '1980-03-01' };

export const OF = { userId: 'user', source: 'files' };

/** Returns the rows that an import makes of a patient's resources, by their ids. */
export const projectDocuments = (
  patient: string,
  documents: Parameters<typeof parseAll>[0],
  files: Parameters<typeof projectRecord>[0]['files'] = [],
  birthDate: string | null = null,
): ReadonlyMap<string, ProjectedRow> =>
  projectRecord({
    of: OF,
    patient,
    birthDate,
    resources: parseAll(documents),
    files,
    nameOf: findNames({}),
    hospital: 'Hospital',
  });

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
  const project = (some: typeof documents) => projectDocuments('Patient/x', some, files);
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

/** Title, resource or its fields, and what is expected of the body of its first row. */
export type Case = [title: string, resource: object, expected: object];

/** Adds a test for each case. @param complete adds the fields that all resources share */
export function testCases(cases: readonly Case[], complete = (fields: object) => fields): void {
  for (const [title, fields, expected] of cases)
    it(title, () => {
      const body = bodyOf(complete(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });
}

/** Returns the value with every `Text` replaced by its English. */
export function inEnglish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEnglish);
  if (typeof value !== 'object' || value === null) return value;
  if ('en' in value && 'fr' in value) return value.en;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inEnglish(item)]));
}
