import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutFiles } from '../../../mock-api/src/records/files.ts';
import { projectRecord } from '../../../mock-api/src/records/project.ts';
import { parseAll } from '../../../mock-api/src/records/stored-resources.ts';
import { findNames } from '../../../mock-api/src/records/words/names.ts';
import { keyOf } from '../store/resources.ts';
import { bloodTest, demoRecords } from './records.ts';

const NOW = '2027-03-02T03:30:00Z';
const records = demoRecords(Date.parse(NOW));

/** Returns what is read of the record of the demo's first patient. */
function project() {
  const documents = [];
  const files = [];
  for (const resource of [...records, ...bloodTest(NOW)]) {
    const key = keyOf(resource);
    const cut = cutFiles(resource, [key]);
    documents.push({ key, document: JSON.stringify(cut.value) });
    files.push(...cut.files.map(({ id, type }) => ({ id, type, key })));
  }
  const own = documents.filter(({ document }) => !document.includes('Patient/robin'));
  return [
    ...projectRecord({
      of: { userId: 'user', source: 'server' },
      patient: 'Patient/jordan-avery',
      birthDate: null,
      resources: parseAll(own),
      files,
      nameOf: findNames({}),
      hospital: 'Northside',
    }).values(),
  ].map(({ row }) => row);
}

/** Returns texts that are the same in both languages. */
function untranslated(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value && 'fr' in value) return value.en === value.fr ? [String(value.en)] : [];
  return Object.values(value).flatMap(untranslated);
}

/** Names, figures and times. */
const SAME_IN_BOTH =
  /^$|^[\d.,: –%]*( ?(mmol|µmol|mg|g|µg|mL|kg|cm|mm Hg|°C|\/min|×10).*)?$|^Ramipril|^COVID-19$|^(Patient|Normal|Sodium)$|^Northside|^Harbour|^Level/;

describe('the demo’s hospital', () => {
  it('has a record in both languages', () => {
    const found = project().flatMap(untranslated);
    assert.deepEqual([...new Set(found.filter((text) => !SAME_IN_BOTH.test(text)))], []);
  });

  it('begins with values, documents and people, and no results', () => {
    const rows = project();
    const count = (kind: string) => rows.filter((row) => row.table === 'record_items' && row.kind === kind).length;
    assert.deepEqual(
      ['medication', 'care-team', 'document', 'allergy', 'condition', 'immunization', 'appointment'].map(
        (kind) => count(kind) > 2,
      ),
      Array(7).fill(true),
    );
    const results = rows.flatMap((row) => (row.table === 'results' ? [row.body] : []));
    assert.deepEqual(
      results.map(({ name, observations }) => [name.en, observations.length]),
      [['Blood test', 4]],
    );
  });

  it('dates its records as of today, and births as they are', () => {
    const times = JSON.stringify(records).match(/(?<="(?:effectiveDateTime|issued|date)":")[^"]+T[^"]+/g) ?? [];
    const newest = Math.max(...times.map((time) => Date.parse(time)));
    const hours = (Date.parse(NOW) - newest) / 3_600_000;
    assert.ok(hours >= 0 && hours < 24, `${hours} h`);
    assert.match(JSON.stringify(records), /"birthDate":"1958-03-14"/);
  });
});
