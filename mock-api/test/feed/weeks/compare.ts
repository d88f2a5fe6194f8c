/** Compares what the product shows after a run with the simple reading of the same messages. */
import type { Census } from 'tools/hl7-hospital/census';
import type { ResultDocument } from '../../../src/common/documents.ts';
import type { Database } from '../../../src/db/open.ts';
import type { Tables } from '../../../src/db/schema.ts';
import type { Answered } from './senders.ts';

/** The laboratory's names that are shown in other words. */
const WORDS: Readonly<Record<string, string>> = {
  'C-reactive protein': 'Sign of inflammation (CRP)',
  Creatinine: 'Creatinine, which shows how kidneys work',
  Glucose: 'Blood sugar',
  Hemoglobin: 'Hemoglobin, which carries oxygen',
};

const STATUSES: Readonly<Record<string, string>> = { C: ' corrected', P: ' Not final yet' };

/** What is known of people, as lines by record number. */
type Known = Map<string, string[]>;

const add = (known: Known, number: string, line: string): void => {
  known.set(number, [...(known.get(number) ?? []), line]);
};

/** Returns name, stays, room and results of everybody, as the simple reading has them. */
function linesOfCensus(census: Census): Known {
  const known: Known = new Map();
  for (const [number, name] of census.people) add(known, number, `name ${name}`);
  for (const { recordNumber, place, state } of census.stays.values()) {
    add(known, recordNumber, `stay ${state}`);
    if (state === 'admitted') add(known, recordNumber, `in ${place.split(' ').slice(0, 2).join(' ')}`);
  }
  for (const { recordNumber, name, status, value } of census.results.values())
    add(known, recordNumber, `result ${WORDS[name] ?? name} ${value}${STATUSES[status] ?? ''}`);
  return known;
}

/** Returns the same as the product has it, of everybody whom the feed has brought. */
async function linesOfProduct({ db }: Database<Tables>): Promise<Known> {
  const known: Known = new Map();
  const people = await db
    .selectFrom('users')
    .innerJoin('fhir_links', 'fhir_links.user_id', 'users.id')
    .select(['users.id', 'record_number', 'first_name', 'last_name', 'ward', 'room'])
    .where('fhir_links.source', 'like', 'feed%')
    .where('disabled_at', 'is', null)
    .distinct()
    .execute();
  const numbers = new Map<string, string>();
  for (const { id, record_number: number, ...person } of people) {
    if (number === null) continue;
    numbers.set(id, number);
    add(known, number, `name ${person.last_name}^${person.first_name}`);
    if (person.room !== null) add(known, number, `in ${person.ward} ${person.room}`);
  }
  for (const { user_id: id, state } of await db.selectFrom('stays').select(['user_id', 'state']).execute())
    add(known, numbers.get(id) ?? id, `stay ${state}`);
  const results = await db
    .selectFrom('results')
    .select(['user_id', 'document'])
    .where('source', 'like', 'feed%')
    .execute();
  for (const { user_id: id, document } of results) {
    const { observations } = JSON.parse(document) as ResultDocument;
    for (const { display, valueQuantity, status, correction } of observations)
      add(
        known,
        numbers.get(id) ?? id,
        `result ${display.en} ${valueQuantity?.figure ?? '?'}${correction ? ' corrected' : status ? ` ${status.en}` : ''}`,
      );
  }
  return known;
}

/** Returns what differs, in words. Of people whom only broken messages name, nothing is known. */
async function differencesOf(census: Census, database: Database<Tables>): Promise<string[]> {
  const [expected, actual] = [linesOfCensus(census), await linesOfProduct(database)];
  return [...expected].flatMap(([number, lines]) => {
    const [wanted, found] = [lines.toSorted(), (actual.get(number) ?? []).toSorted()];
    const difference = [
      ...wanted.filter((line) => !found.includes(line)).map((line) => `without ${line}`),
      ...found.filter((line) => !wanted.includes(line)).map((line) => `with ${line}`),
    ];
    if (difference.length === 0 && wanted.length !== found.length) difference.push(`${wanted} is not ${found}`);
    return difference.map((line) => `${number} ${line}`);
  });
}

const isAccepted = ({ code }: Answered) => code === 'AA';

/** Returns what is wrong with the stored messages: lost, stored twice, or put aside although nothing is wrong with them. */
async function faultsOf({ db }: Database<Tables>, answers: readonly Answered[]): Promise<string[]> {
  const rows = await db.selectFrom('feed_message').select(['sender', 'control_id', 'state', 'reason']).execute();
  const stored = new Map<string, string[]>();
  for (const { sender, control_id: id, state, reason } of rows) {
    const name = `${sender.split('/')[0]} ${id}`;
    stored.set(name, [...(stored.get(name) ?? []), reason === null ? state : `${state}: ${reason}`]);
  }
  const faults = new Set<string>();
  for (const { delivery, code } of answers) {
    const name = `${delivery.sender} ${delivery.id}`;
    const states = stored.get(name) ?? [];
    if (!isAccepted({ delivery, code }) && !delivery.isBroken) faults.add(`${name} was answered ${code}`);
    if (isAccepted({ delivery, code }) && states.length !== 1) faults.add(`${name} is stored ${states.length} times`);
    const isSettled = delivery.isBroken ? states[0] !== 'received' : states[0] === 'applied';
    if (!isSettled) faults.add(`${name} is ${states[0]}`);
  }
  return [...faults];
}

export interface Findings {
  people: number;
  merges: number;
  results: number;
  present: number;
  differences: string[];
  faults: string[];
}

export async function compare(
  census: Census,
  database: Database<Tables>,
  answers: readonly Answered[],
): Promise<Findings> {
  return {
    people: census.people.size,
    merges: census.merges.size,
    results: census.results.size,
    present: [...census.stays.values()].filter(({ state }) => state === 'admitted').length,
    differences: await differencesOf(census, database),
    faults: await faultsOf(database, answers),
  };
}
