import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACCOUNTS } from 'mock-api/demo/accounts';
import { FOLLOW_UP_WEEKS, PLACES } from 'mock-api/demo/places';
import { STORY_BLOOD } from 'mock-api/demo/results';
import { STARTER } from 'mock-api/demo/start';
import { PATIENT_STORY } from 'mock-api/demo/story-patient';
import { SUPPORTER_STORY } from 'mock-api/demo/story-supporter';
import { cutFiles } from 'mock-api/records/files';
import { projectRecord } from 'mock-api/records/project';
import { parseAll } from 'mock-api/records/record';
import { findNames } from 'mock-api/records/words/concept';
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

/** Returns when an appointment or a stay starts, in milliseconds. */
function startOf(key: string): number {
  const { start, period } = records.find((resource) => keyOf(resource) === key) ?? assert.fail(key);
  return Date.parse(String(start ?? (period as { start: string }).start));
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

  it('names the rooms, places and times of the demo', () => {
    const room = ACCOUNTS.find(({ email }) => email === 'patient@example.org')?.room;
    const named = records.filter(({ resourceType }) => resourceType === 'Location').map(({ name }) => name);
    assert.deepEqual(named, [`${PLACES.ward.en}, room ${room}`, PLACES.headClinic.en]);
    const story = JSON.stringify([STARTER, PATIENT_STORY, SUPPORTER_STORY]);
    assert.doesNotMatch(story, /\d:\d\d\s[ap]\.m|\d\sh\s\d\d/, 'no time of day, whenever it is played');
    const text = JSON.stringify(records) + story;
    for (const french of [`${PLACES.ward.fr}, chambre ${room}`, PLACES.headClinic.fr]) assert.ok(text.includes(french));
    const rooms = [...text.matchAll(/\b(?:room|chambre) (\d+)/gi)].map(([, number]) => number);
    assert.deepEqual([...new Set(rooms)], [room]);
    const weeks = (startOf('Appointment/head-clinic') - startOf('Encounter/stay')) / (7 * 86_400_000);
    assert.equal(Math.round(weeks), FOLLOW_UP_WEEKS);
  });

  it('reports the story’s blood test in the story’s words', () => {
    const report = bloodTest(NOW).at(-1);
    assert.equal(report?.conclusion, STORY_BLOOD.conclusion?.en);
    assert.ok(JSON.stringify(report?._conclusion).includes(String(STORY_BLOOD.conclusion?.fr)));
  });

  it('has no mark against its range, and says of iron what the newest values say', () => {
    const values = project().flatMap((row) =>
      row.table === 'record_items' && 'verdict' in row.body ? [{ code: row.code, at: row.at, ...row.body }] : [],
    );
    const marked = values.filter(({ mark }) => mark);
    assert.ok(marked.length > 10);
    for (const { verdict, mark, name } of marked) assert.equal(verdict, mark?.kind, name.en);
    for (const code of ['718-7', '2276-4']) {
      const [newest] = values
        .filter((value) => value.code === code)
        .toSorted((a, b) => String(b.at).localeCompare(String(a.at)));
      assert.equal(newest?.verdict, 'inside', code);
    }
    assert.ok(JSON.stringify(records).includes('Your iron and hemoglobin are back in the normal range.'));
  });
});
