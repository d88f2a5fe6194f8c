/**
 * A second, simple reading of the same messages, which shares no code with the product: who is in which bed, which
 * records were merged, and the newest value of each result.
 */

export interface CensusStay {
  recordNumber: string;
  /** Such as `4A 401 B`. */
  place: string;
  state: 'admitted' | 'discharged' | 'cancelled';
}

export interface Census {
  /** By visit number. */
  stays: Map<string, CensusStay>;
  /** Names by record number. */
  people: Map<string, string>;
  /** Retired record numbers and the ones that remain. */
  merges: Map<string, string>;
  /** By order and code: name, status and value as written; deleted results are left out. */
  results: Map<string, { recordNumber: string; name: string; status: string; value: string }>;
}

const STATES: Record<string, CensusStay['state']> = { A03: 'discharged', A11: 'cancelled', A13: 'admitted' };
const ADMISSIONS = ['A01', 'A04', 'A02', 'A08', 'A12', 'A17'];

type Row = readonly string[];
type Rows = readonly Row[];

const part = (field = '', index = 0) => field.split('^')[index] ?? '';

/** Returns an empty reading, before any message. */
export const emptyCensus = (): Census => ({
  stays: new Map(),
  people: new Map(),
  merges: new Map(),
  results: new Map(),
});

/** Returns the number of the record that remains after all merges. */
export function remaining({ merges }: Census, recordNumber: string): string {
  const merged = merges.get(recordNumber);
  return merged === undefined ? recordNumber : remaining({ merges } as Census, merged);
}

/** Adds what a message says. It must be one of the made-up hospital's, in the order of its sender. */
export function readIntoCensus(census: Census, text: string): void {
  const rows = text.split('\r').map((line) => line.split('|'));
  const trigger = part(rows[0]?.[8], 1);
  if (trigger === 'A40') {
    readMerge(census, rows);
    return;
  }
  readStays(census, rows, trigger);
  readResults(census, rows);
}

const named = (rows: Rows, name: string) => rows.filter((row) => row[0] === name);
const personOf = (census: Census, row: Row | undefined) => remaining(census, part(row?.[3]));

function readMerge(census: Census, rows: Rows): void {
  const retired = part(named(rows, 'MRG')[0]?.[1]);
  census.merges.set(retired, personOf(census, named(rows, 'PID')[0]));
  census.people.delete(retired);
  for (const kept of [...census.stays.values(), ...census.results.values()])
    kept.recordNumber = remaining(census, kept.recordNumber);
}

function readStays(census: Census, rows: Rows, trigger: string): void {
  const visits = named(rows, 'PV1');
  for (const [index, row] of named(rows, 'PID').entries()) {
    const recordNumber = personOf(census, row);
    census.people.set(recordNumber, row[5] ?? '');
    const number = part(visits[index]?.[19]);
    if (number === '' || !(ADMISSIONS.includes(trigger) || trigger in STATES)) continue;
    const place = (visits[index]?.[3] ?? '').split('^').slice(0, 3).join(' ');
    const state = STATES[trigger] ?? census.stays.get(number)?.state ?? 'admitted';
    census.stays.set(number, { recordNumber, place, state });
  }
}

function readResults(census: Census, rows: Rows): void {
  const order = part(named(rows, 'OBR')[0]?.[3]);
  if (order === '') return;
  const recordNumber = personOf(census, named(rows, 'PID')[0]);
  for (const row of named(rows, 'OBX')) {
    const key = `${order} ${part(row[3])}`;
    const [status = '', value = ''] = [row[11], row[5]];
    if (status === 'D') census.results.delete(key);
    else census.results.set(key, { recordNumber, name: part(row[3], 1), status, value });
  }
}
