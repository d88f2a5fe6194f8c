/** The demo's records, with dates as if they had been written today. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFhirJson } from 'mock-api/records/fhir/json';
import type { Resource } from '../store/resources.ts';

const FOLDER = join(import.meta.dirname, '..', 'demo');
const RECORDS = ['jordan-avery.ndjson', 'robin-tremblay.ndjson'];
const BLOOD_TEST = 'blood-test.ndjson';

/** Last day in the files, and the time of the last entry on it: nothing may be later than now. */
const WRITTEN_ON = '2026-11-26';
const LAST_ENTRY_MS = 14.5 * 3_600_000;
const DAY_MS = 86_400_000;
/** Dates before this year, such as of birth, stay as they are. */
const FIRST_MOVED_YEAR = '2026';

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const resourcesIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => parseFhirJson(line) as Resource);
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/**
 * Returns the demo's records.
 * @param now in milliseconds; the newest entry is at most a day older
 */
export function demoRecords(now: number): Resource[] {
  const days = Math.round((Date.parse(dayOf(now - LAST_ENTRY_MS)) - Date.parse(WRITTEN_ON)) / DAY_MS);
  const moved = (written: string) =>
    written < FIRST_MOVED_YEAR ? written : dayOf(Date.parse(written) + days * DAY_MS);
  return RECORDS.flatMap((name) => resourcesIn(read(name).replace(/(?<=")20\d\d-\d\d-\d\d(?=["T])/g, moved)));
}

/**
 * Returns the report and values of the story's blood test, the report last.
 * @param now ISO 8601
 */
export const bloodTest = (now: string): Resource[] => resourcesIn(read(BLOOD_TEST).replaceAll('{now}', now));
