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
    const rows = project();
    assert.ok(rows.length > 30, `${rows.length} rows`);
    const found = rows.flatMap(untranslated);
    assert.deepEqual([...new Set(found.filter((text) => !SAME_IN_BOTH.test(text)))], []);
  });
});
