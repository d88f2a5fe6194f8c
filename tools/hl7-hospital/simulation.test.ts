import assert from 'node:assert/strict';
import { it } from 'node:test';
import { emptyCensus, readIntoCensus, remaining } from './census.ts';
import { withMistakes } from './mistakes.ts';
import { randomFrom } from './random.ts';
import { bedsOf, simulate } from './simulation.ts';

const START = Date.UTC(2026, 0, 5, 5);
const week = (seed: number) => simulate({ seed, beds: 40, days: 7, start: START, zone: 'America/Toronto' });

it('nobody of the made-up hospital is in two beds, and no bed has two persons, at any moment', () => {
  for (const seed of [1, 2, 3]) {
    const census = emptyCensus();
    for (const { text, sender } of week(seed)) {
      readIntoCensus(census, text);
      if (sender !== 'ADT') continue;
      const present = [...census.stays.values()].filter(({ state }) => state === 'admitted');
      assert.equal(new Set(present.map(({ place }) => place)).size, present.length, text);
      assert.equal(new Set(present.map(({ recordNumber }) => recordNumber)).size, present.length, text);
      assert.ok(present.length <= 40);
    }
    const types = new Set([...week(seed)].map(({ text }) => text.split('|')[8]?.slice(0, 7)));
    for (const type of ['A01', 'A02', 'A03', 'A08', 'A17', 'A28', 'A40'].map((trigger) => `ADT^${trigger}`))
      assert.ok(types.has(type), `seed ${seed} has no ${type}`);
    for (const type of ['ORU^R01', 'SIU^S12', 'SIU^S13', 'MDM^T02']) assert.ok(types.has(type), type);
    for (const { recordNumber } of [...census.stays.values(), ...census.results.values()])
      assert.equal(recordNumber, remaining(census, recordNumber));
  }
});

it('the made-up hospital repeats its days by seed', () => {
  assert.deepEqual([...week(7)], [...week(7)]);
  assert.notDeepEqual([...week(7)], [...week(8)]);
});

it('beds have the floor in the number of the room, two beds to a room', () => {
  const beds = bedsOf(400).map(({ ward, room, bed }) => `${ward} ${room} ${bed}`);
  assert.equal(new Set(beds).size, 400);
  assert.deepEqual([beds[0], beds[1], beds[2], beds.at(-1)], ['4A 401 A', '4A 401 B', '4A 402 A', '6B 640 B']);
});

it('broken messages are copies under a control id of their own, beside all that are right', () => {
  const right = new Set([...week(1)].map(({ text }) => text));
  const played = [...withMistakes(week(1), randomFrom(1), 0.2)].map(({ text }) => text);
  const broken = played.filter((text) => !right.has(text));
  assert.equal(played.length - broken.length, right.size);
  assert.ok(broken.length > right.size / 10);
  assert.ok(broken.some((text) => text.startsWith('MSX|')) && broken.some((text) => /^PID\|1\|\|\|/m.test(text)));
});
