/** Links to records whose patients the hospital renames, merges and swaps, and whose bands it gives to others. */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { Connector } from '../../src/records/connector/connector.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import { copyTemplate, type TestDatabase } from '../support/database.ts';
import { type Hospital, person, startHospital } from '../support/fhir-hospital.ts';
import { report } from './full-record.ts';

const LINKS = 30;
/** Rounds of polls; the hospital makes mistakes in the first ones only. */
const POLLS = 7;
const BAD_POLLS = 4;
const POLL_S = 60;
const SEED = Number(process.env.SEED ?? 45);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A person of the hospital, who may be in another one's record. */
interface Person {
  family: string;
  birthDate: string;
  code: string;
}
interface HospitalRecord extends Person {
  id: string;
  /** Person who is treated now under this record. */
  wearer: Person;
}

/** Returns a generator of numbers from 0 to below `most` (mulberry32). */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const personNo = (index: number): Person => ({
  family: `Family${LETTERS[Math.floor(index / 26)]}${LETTERS[index % 26]}`,
  birthDate: `19${50 + (index % 50)}-0${1 + (index % 9)}-11`,
  code: `ER${70_000_000 + index}`,
});

// In a suite: hooks at the top level would fake the clock of every file in the process.
describe('links to records', () => {
  let files: TestDatabase;
  let database: Database<Tables>;
  let hospital: Hospital;
  let connector: Connector;

  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    hospital = await startHospital();
    files = await copyTemplate('demo');
    const config = readConfig({ ...files.env, ...hospital.env, FHIR_POLL_SECONDS: String(POLL_S) });
    database = openDatabase<Tables>(config.database);
    const { fhir } = config;
    assert.ok(fhir);
    const settings = { nameOf: () => undefined, hospital: 'Northside' };
    connector = new Connector({
      db: database.db,
      fhir,
      settings,
      log: { warn: () => undefined },
      onWritten: () => undefined,
    });
  });
  after(async () => {
    await connector.close();
    await database.db.destroy();
    await hospital.server.close();
    await files.drop();
    mock.timers.reset();
  });

  const put = (resource: object) => hospital.server.store.put(resource as { resourceType: string; id: string });
  const putPatient = ({ id, code, family, birthDate }: HospitalRecord, fields: object = {}) =>
    put(person(id, code, family, { birthDate, ...(code === '' ? { identifier: [] } : {}), ...fields }));

  let reports = 0;
  /** Adds a value of a person to a record. */
  function write({ id }: HospitalRecord, { family }: Person): void {
    reports += 1;
    const subject = { reference: `Patient/${id}` };
    put(report(`r${reports}`, 'Note', { conclusion: `of ${family}.`, issued: new Date().toISOString(), subject }));
  }

  /** Returns the people whose values each account shows. */
  async function shownTo(): Promise<Map<string, Set<string>>> {
    const shown = new Map<string, Set<string>>();
    for (const table of ['results', 'care_plans', 'events', 'record_items'] as const)
      for (const row of await database.db.selectFrom(table).select(['user_id', 'document']).execute())
        for (const [, family = ''] of row.document.matchAll(/of (Family\w\w)\./g))
          shown.set(row.user_id, (shown.get(row.user_id) ?? new Set()).add(family));
    return shown;
  }

  /** Adds the account of a person, for whose record is looked at once. */
  async function register(id: string, { family, birthDate, code }: Person): Promise<void> {
    const user = newUser({ id, email: `${id}@example.net`, first_name: 'Planted', last_name: family });
    const identity = { date_of_birth: birthDate, wristband_code: code };
    await database.db
      .insertInto('users')
      .values({ ...user, ...identity })
      .execute();
    await connector.request(id);
  }

  async function poll(): Promise<void> {
    mock.timers.tick(POLL_S * 1000 + 1000);
    await connector.settled();
  }

  it('30 links show no value of another person for longer than one poll', async () => {
    const random = randomFrom(SEED);
    const records = Array.from({ length: LINKS }, (_, index): HospitalRecord => {
      const of = personNo(index);
      return { ...of, id: `p${index}`, wearer: of };
    });
    const owners = new Map(records.map(({ id, family }) => [id, family]));
    for (const record of records) {
      await register(record.id, record);
      putPatient(record);
      write(record, record);
    }

    let strangers = LINKS;
    /** Returns someone who is treated under this record from now on. */
    const stranger = (record: HospitalRecord) => {
      strangers += 1;
      record.wearer = personNo(strangers);
      return record.wearer;
    };
    /** What happens before the next poll. */
    let later: (() => void)[] = [];
    const rename = (record: HospitalRecord) => {
      const { family, birthDate } = stranger(record);
      return () => putPatient(Object.assign(record, random(2) === 0 ? { family } : { birthDate }));
    };
    const reuseBand = (record: HospitalRecord) => {
      const wearer = stranger(record);
      return () => {
        putPatient({ ...wearer, id: `${record.id}-band`, code: record.code, wearer });
        putPatient(Object.assign(record, { code: '' }));
      };
    };
    const swap = (record: HospitalRecord, other: HospitalRecord) => {
      [record.wearer, other.wearer] = [other.wearer, record.wearer];
      return () => {
        for (const one of [record, other]) putPatient(Object.assign(one, one.wearer));
      };
    };
    const merge = (record: HospitalRecord, other: HospitalRecord) => {
      for (const value of hospital.server.store.ofType('DiagnosticReport'))
        if ((value.subject as { reference: string }).reference === `Patient/${record.id}`)
          put({ ...value, subject: { reference: `Patient/${other.id}` } });
      const replaced = { link: [{ type: 'replaced-by', other: { reference: `Patient/${other.id}` } }] };
      putPatient(record, replaced);
      record.id = other.id;
    };

    await poll();
    for (const record of records) write(record, record);
    await poll();
    const untouched = [...records];
    const take = () => untouched.splice(random(untouched.length), 1)[0] as HospitalRecord;
    let foreignBefore = new Map<string, Set<string>>();
    let foreign = 0;
    for (let round = 0; round < POLLS; round += 1) {
      for (const change of later.splice(0)) change();
      later = [];
      if (round < BAD_POLLS) {
        const [one, other] = [take(), take()];
        // The hospital notices at once, or only after it has written values into the wrong record.
        for (const change of [rename(take()), reuseBand(take()), swap(one, other)])
          if (random(2) === 0) change();
          else later.push(change);
        merge(take(), take());
      }
      for (const record of records) if (random(3) > 0 || round === 0) write(record, record.wearer);
      await poll();
      const foreignNow = new Map<string, Set<string>>();
      for (const [userId, families] of await shownTo()) {
        const others = [...families].filter((family) => family !== owners.get(userId));
        for (const family of others) {
          foreign += 1;
          const stayed = foreignBefore.get(userId)?.has(family) === true;
          assert.ok(!stayed, `${userId} shows ${family} for longer than one poll (round ${round}, SEED=${SEED})`);
        }
        foreignNow.set(userId, new Set(others));
      }
      foreignBefore = foreignNow;
    }

    const shown = await shownTo();
    for (const [id, family] of owners) assert.ok(shown.get(id)?.has(family), `${id} has kept what was last good`);
    const links = await database.db
      .selectFrom('fhir_links')
      .selectAll()
      .where('user_id', 'in', [...owners.keys()])
      .execute();
    const held = links.filter(({ state }) => state === 'held');
    const reasons = new Set(held.map(({ reason }) => reason));
    assert.equal(held.length, LINKS - untouched.length);
    for (const reason of ['name', 'code', 'linked-elsewhere'] as const) assert.ok(reasons.has(reason), reason);
    console.log(`record identity: ${LINKS} links, ${held.length} held, ${foreign} values of others shown for one poll`);
  });

  it('looks for a new patient again after 10 seconds, 1 minute, 5 minutes, then every hour', async () => {
    const person = personNo(LINKS * 20);
    const searches = () => hospital.server.requests.filter((request) => request.includes(person.code)).length;
    await register('new', person);
    await connector.settled();
    let searched = 1;
    for (const seconds of [10, 60, 300, 3600, 3600]) {
      mock.timers.tick((seconds - 1) * 1000);
      await connector.settled();
      assert.equal(searches(), searched, `before ${seconds} s`);
      mock.timers.tick(1000);
      await connector.settled();
      searched += 1;
      assert.equal(searches(), searched, `after ${seconds} s`);
    }
    putPatient({ ...person, id: 'new', wearer: person });
    mock.timers.tick(3_600_000);
    await connector.settled();
    const link = database.db.selectFrom('fhir_links').select('state').where('user_id', '=', 'new');
    assert.equal((await link.executeTakeFirst())?.state, 'linked');
  });
});
