/**
 * Random sequences of merges, undos, moves and beds that are used again: results of one person are never with another,
 * and stay where the merges that are in force say.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import { type Random, randomFrom } from 'tools/hl7-hospital/random';
import { potassium, retires, TestFeed, visit } from '../support/feed.ts';

/** 1000 for a proof. */
const SEQUENCES = Number(process.env.FEED_SEQUENCES ?? 6);
const FIRST = Number(process.env.FEED_FIRST_SEQUENCE ?? 1);
const STEPS = 12;
const LONG = { timeout: timeOuts.longTest };
const BEDS = ['4A^401', '4A^402'];

interface Person {
  number: string;
  /** Number of the stay that goes on. */
  stay: string | undefined;
  /** Values that were sent under this number. */
  values: string[];
  /** Number of the record that this one was merged into. */
  into: string | undefined;
}

/** Plays one sequence, and keeps the simplest reading of it: values are by number, and follow the merges in force. */
class Sequence {
  readonly #feed: TestFeed;
  readonly #staff: string;
  readonly #random: Random;
  readonly #people: Person[];
  /** Numbers that were retired, the newest at the end. */
  readonly #merges: Person[] = [];
  /** Pairs that the desk has separated, which no message may join again. */
  readonly #separated = new Set<string>();
  readonly done: string[] = [];
  #count = 0;

  constructor(feed: TestFeed, staff: string, seed: number) {
    this.#feed = feed;
    this.#staff = staff;
    this.#random = randomFrom(seed);
    this.#people = ['A', 'B', 'C'].map((name) => {
      return { number: `${name}${seed}`, stay: undefined, values: [], into: undefined };
    });
  }

  async play(): Promise<void> {
    for (const { number } of this.#people) await this.#send('ADT^A28', number);
    const steps = [this.#result, this.#result, this.#merge, this.#merge, this.#undo, this.#stay, this.#stay];
    for (let step = 0; step < STEPS; step += 1) {
      await this.#random.pick(steps).call(this, this.#random.pick(this.#people));
      await this.#check();
    }
  }

  async #send(type: string, number: string, ...segments: string[]): Promise<string> {
    const outcome = await this.#feed.send(type, number, ...segments);
    this.done.push(`${type} ${number} ${segments.join(' ').slice(0, 60)}: ${outcome}`);
    // An operator decides about it, so that it holds back nothing.
    if (outcome.startsWith('aside'))
      await this.#feed.api.database.db
        .updateTable('feed_message')
        .set({ state: 'dismissed' })
        .where('state', '=', 'aside')
        .execute();
    return outcome;
  }

  async #result(person: Person): Promise<void> {
    this.#count += 1;
    const value = `${this.#people.indexOf(person) + 1}${String(this.#count).padStart(3, '0')}`;
    assert.equal(await this.#send('ORU^R01', person.number, ...potassium(`F${value}`, value)), 'applied');
    person.values.push(value);
  }

  async #stay(person: Person): Promise<void> {
    const bed = this.#random.pick(BEDS);
    this.#count += 1;
    const isMove = person.stay !== undefined && this.#random.chance(0.5);
    const trigger = person.stay === undefined ? 'A01' : isMove ? 'A02' : 'A03';
    const stay = person.stay ?? `V${person.number}-${this.#count}`;
    await this.#send(`ADT^${trigger}`, person.number, visit(bed, stay));
    person.stay = trigger === 'A03' ? undefined : stay;
  }

  async #merge(kept: Person): Promise<void> {
    const retired = this.#random.pick(this.#people.filter((person) => person !== kept));
    const outcome = await this.#send('ADT^A40', kept.number, retires(retired.number));
    const isApart = kept.into === undefined && retired.into === undefined;
    if (!isApart || this.#separated.has(pairOf(kept, retired))) return;
    assert.equal(outcome, 'applied');
    retired.into = kept.number;
    this.#merges.push(retired);
  }

  async #undo(person: Person): Promise<void> {
    const index = this.#merges.findLastIndex(({ into }) => into === person.number);
    const [retired] = index === -1 || person.into !== undefined ? [] : this.#merges.splice(index, 1);
    if (!retired) return;
    this.done.push(`undo ${retired.number} in ${person.number}`);
    assert.equal(await this.#feed.undo(person.number, this.#staff), 204);
    retired.into = undefined;
    this.#separated.add(pairOf(person, retired));
  }

  /** Returns the values of a record, with those of the records that it has taken in. */
  #valuesOf(person: Person): string[] {
    const taken = this.#people.filter(({ into }) => into === person.number);
    return [...person.values, ...taken.flatMap((one) => this.#valuesOf(one))].sort();
  }

  async #check(): Promise<void> {
    for (const person of this.#people) {
      const expected = person.into === undefined ? this.#valuesOf(person) : [];
      assert.deepEqual(
        await this.#feed.values(person.number),
        expected,
        `${person.number} after\n${this.done.join('\n')}`,
      );
    }
  }
}

const pairOf = (one: Person, other: Person) => [one.number, other.number].sort().join(' ');

describe('results of one person', () => {
  let feed: TestFeed;
  let staff: string;

  before(async () => {
    feed = await TestFeed.start();
    staff = await feed.api.signInStaff();
  });
  after(() => feed.close());

  it('are never with another through merges, undos, moves and beds that are used again', LONG, async () => {
    for (let seed = FIRST; seed < FIRST + SEQUENCES; seed += 1) await new Sequence(feed, staff, seed).play();
  });
});
