/** Mutated Observations by seed, and what must hold for each of them, found without the mapper's own code. */
import assert from 'node:assert/strict';
import type { ObservationBody } from '../../common/record-documents.ts';
import { projectDocuments } from './map-one.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Returns a function that returns numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Replacement values of unexpected types. */
const STRANGE: readonly Json[] = [
  ...[null, true, '', 'x', '<', '>=', 'mg', '2012-13-45', 'constructor', '__proto__'],
  ...[-1, 0, 1e21, 5e-324, 66.89999999999999, 9007199254740992],
  ...[[], {}, [[]], [null], { coding: null }, { value: 1 }, { low: { value: 9 } }],
];
const FACTORS: readonly number[] = [-1, 0, 0.1, 0.5, 0.9, 1.1, 2, 10, 1e6, 1 / 3];
const WORDS: readonly string[] = [
  ...['mg', 'mmol/L', 'g/L', '%', '', '<', '>', '1', '{score}', 'http://unitsofmeasure.org'],
  ...['H', 'L', 'N', 'normal', 'final', 'cancelled', 'entered-in-error', 'female', '248153007', 'a'],
  ...['2012', '2012-02-30'],
];

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** Returns all objects and lists in a value. */
function placesIn(value: Json): (Json[] | { [name: string]: Json })[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(placesIn)];
}

/** Changes one to four places of a copy. */
export function mutate(resource: Json, others: readonly Json[], random: () => number): Json {
  const copy = structuredClone(resource);
  for (let turn = 0; turn < 1 + random() * 4; turn += 1) {
    const place = pick(placesIn(copy), random);
    if (!place) continue;
    const names = Object.keys(place);
    const name = pick(names, random);
    if (name === undefined || name === 'resourceType' || name === 'id') continue;
    const fields = place as { [field: string]: Json };
    const before = fields[name];
    const dice = random();
    if (typeof before === 'number' && dice < 0.8) fields[name] = before * (pick(FACTORS, random) ?? 1);
    else if (typeof before === 'string' && dice < 0.8) fields[name] = pick(WORDS, random) ?? '';
    else if (dice < 0.6) delete fields[name];
    else if (dice < 0.8) fields[name] = structuredClone(pick(placesIn(pick(others, random) ?? null), random) ?? null);
    else fields[name] = structuredClone(pick(STRANGE, random) ?? null);
  }
  return copy;
}

type Fields = { [name: string]: Json };

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (value: Json | undefined, name: string): Fields | undefined => {
  const found = isFields(value) ? value[name] : undefined;
  return isFields(found) ? found : undefined;
};
const listIn = (value: Json | undefined, name: string): Json[] => {
  const found = isFields(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
};

/** Whether two numbers are shown the same: noise of binary fractions is rounded. */
const isShownAs = (shown: number, source: Json | undefined) =>
  typeof source === 'number' && Math.abs(shown - source) <= Math.abs(source) * 1e-5;

const unitsIn = (quantity: Fields | undefined) =>
  ['', quantity?.unit, quantity?.code].map((unit) => String(unit ?? '').trim());

function checkNumber({ number }: ObservationBody, source: Fields): void {
  if (!number) return;
  const quantity = fieldsIn(source, 'valueQuantity');
  const value = quantity?.value ?? source.valueInteger;
  assert.ok(isShownAs(number.value, value), `${number.value} is shown for ${value}`);
  assert.ok(unitsIn(quantity).includes(number.unit), `the unit ${number.unit} is made up`);
  assert.equal(quantity?.comparator, undefined, 'a limit is shown as a plain number');
}

const hasUnit = (limit: Fields | undefined, value: Fields | undefined) =>
  !limit || unitsIn(limit).some((unit) => unitsIn(value).includes(unit));

function checkVerdict(body: ObservationBody, source: Fields): void {
  const { range, verdict } = body;
  assert.ok(range !== null || verdict === null, 'a verdict without a range');
  assert.ok(range === null || verdict !== null || body.mark, 'a range without a verdict that no mark contradicts');
  if (!range || !verdict) return;
  const value = fieldsIn(source, 'valueQuantity') ?? { value: source.valueInteger ?? null };
  const given = listIn(source, 'referenceRange').find((item) => {
    const [low, high] = [fieldsIn(item, 'low'), fieldsIn(item, 'high')];
    const isSame = (shown: number | null, limit: Fields | undefined) =>
      shown === null ? limit?.value === undefined : isShownAs(shown, limit?.value);
    return isSame(range.low, low) && isSame(range.high, high) && hasUnit(low, value) && hasUnit(high, value);
  });
  assert.ok(given, 'the range is not one that the source gave in this unit');
  const exact = Number(value.value);
  const [low, high] = [fieldsIn(given, 'low')?.value ?? -Infinity, fieldsIn(given, 'high')?.value ?? Infinity];
  if (verdict === 'inside')
    assert.ok(exact >= Number(low) && exact <= Number(high), `${exact} is not inside ${low} to ${high}`);
  if (verdict === 'below') assert.ok(exact <= Number(low), `${exact} is not below ${low}`);
  if (verdict === 'above') assert.ok(exact >= Number(high), `${exact} is not above ${high}`);
}

/** Projects one Observation and checks all that is shown of it. Returns how many numbers and verdicts were shown. */
export function checkObservation(observation: Json): { numbers: number; verdicts: number; kept: number } {
  const key = `Observation/${String(isFields(observation) ? observation.id : '')}`;
  const patient = { key: 'Patient/example', document: '{"resourceType":"Patient","id":"example","gender":"male"}' };
  const documents = [{ key, document: JSON.stringify(observation) }, patient];
  const rows = projectDocuments(patient.key, documents, [], '1974-12-25');
  const counts = { numbers: 0, verdicts: 0, kept: 0 };
  for (const { row } of rows.values()) {
    if (row.table !== 'record_items') continue;
    if (row.kind !== 'observation') {
      counts.kept += 1;
      continue;
    }
    const body = row.body as ObservationBody;
    const component = row.part === undefined ? observation : listIn(observation, 'component')[Number(row.part)];
    // A list where an object should be has none of its fields.
    const source = isFields(component) ? component : {};
    checkNumber(body, source);
    checkVerdict(body, source);
    counts.numbers += body.number ? 1 : 0;
    counts.verdicts += body.verdict ? 1 : 0;
  }
  const isWithdrawn = isFields(observation) && observation.status === 'entered-in-error';
  assert.equal(rows.size === 0, isWithdrawn, isWithdrawn ? 'a mistake is shown' : 'it is neither shown nor kept');
  return counts;
}
