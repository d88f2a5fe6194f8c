/** Applying the hospital's feed: people, stays and results, in the database and on the phone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findStay } from '../../src/repositories/desk/stays.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { messageOf, Sender } from '../support/mllp.ts';

const PV1 = (place: string, stay: string, rest = '') => `PV1|1|I|${place}||||||||||||||||${stay}${rest}`;
const RESULT = (status: string, value: string) => [
  'OBR|1||F1|K^Salts^L|||20260101110000|||||||||||||||||LAB|F',
  `OBX|1|NM|K^Potassium^L||${value}|mmol/L|3.5-5.1||||${status}`,
];

describe('the feed’s application', () => {
  let api: TestApi;
  let sender: Sender;
  let count = 0;

  before(async () => {
    api = await startApi({ HL7_PORT: '0', HL7_SENDERS: 'ADT/NORTH', HL7_TIME_ZONE: 'America/Toronto' });
    sender = await Sender.connect(api.app.feed?.port ?? 0);
  });
  after(async () => {
    sender.close();
    await api.close();
  });

  /** Sends a message about one person; resolves with what became of it. */
  async function send(type: string, number: string, ...segments: string[]): Promise<string> {
    count += 1;
    const id = `M${count}`;
    const answers = await sender.send(
      messageOf({ id, type }, `PID|1||${number}^^^NORTH^MR||Roe^Ann||19800301|F`, ...segments),
    );
    assert.deepEqual(answers, [`MSA|AA|${id}`]);
    await api.app.feed?.settled();
    return stateOf(id);
  }

  async function stateOf(id: string): Promise<string> {
    const { db } = api.database;
    const row = await db.selectFrom('feed_message').selectAll().where('control_id', '=', id).executeTakeFirstOrThrow();
    return row.reason === null ? row.state : `${row.state}: ${row.reason}`;
  }

  const userOf = (number: string) =>
    api.database.db.selectFrom('users').selectAll().where('record_number', '=', number).executeTakeFirst();

  /** Returns state, ward and room of the newest stay. */
  async function stayOf(number: string) {
    const user = await userOf(number);
    const stay = user && (await findStay(api.database.db, user.id));
    return [stay?.state, user?.ward, user?.room];
  }

  /** Returns the results of a patient as stored for the phone: their values. */
  async function valuesOf(number: string): Promise<string[]> {
    const user = await userOf(number);
    const rows = await api.database.db
      .selectFrom('results')
      .select('document')
      .where('user_id', '=', user?.id ?? '')
      .execute();
    return rows.flatMap(({ document }) =>
      (JSON.parse(document) as { observations: { valueQuantity: { figure: string } }[] }).observations.map(
        ({ valueQuantity }) => valueQuantity.figure,
      ),
    );
  }

  it('admits, moves and discharges a person who has neither a login nor a number', async () => {
    assert.equal(await send('ADT^A01', '1', PV1('4A^412^2', 'V1')), 'applied');
    assert.deepEqual(await stayOf('1'), ['admitted', '4A', '412']);
    const user = await userOf('1');
    assert.deepEqual(
      [user?.first_name, user?.last_name, user?.date_of_birth, user?.phone_number, user?.wristband_code],
      ['Ann', 'Roe', '1980-03-01', '', null],
    );
    assert.equal(await send('ADT^A02', '1', PV1('4B^501', 'V1')), 'applied');
    assert.deepEqual(await stayOf('1'), ['admitted', '4B', '501']);
    assert.equal(await send('ADT^A08', '1', PV1('', 'V1')), 'applied');
    assert.deepEqual(await stayOf('1'), ['admitted', '4B', '501'], 'an empty room changes nothing');
    assert.equal(await send('ADT^A03', '1', PV1('4B^501', 'V1')), 'applied');
    assert.deepEqual(await stayOf('1'), ['discharged', '4B', null]);
  });

  it('reopens a stay by A13 only, and keeps one stay for one number', async () => {
    for (const type of ['ADT^A08', 'ADT^A01']) {
      assert.equal(await send(type, '1', PV1('9Z^1', 'V1')), 'applied');
      assert.deepEqual(await stayOf('1'), ['discharged', '4B', null], type);
    }
    assert.equal(await send('ADT^A13', '1', PV1('', 'V1')), 'applied');
    assert.deepEqual(await stayOf('1'), ['admitted', '4B', '501']);
    await send('ADT^A11', '1', PV1('', 'V1'));
    assert.deepEqual(await stayOf('1'), ['cancelled', null, null]);
    const user = await userOf('1');
    const stays = await api.database.db
      .selectFrom('stays')
      .selectAll()
      .where('user_id', '=', user?.id ?? '')
      .execute();
    assert.equal(stays.length, 1);
  });

  it('puts what is of unknown people aside, and applies it once the person arrives', async () => {
    assert.equal(await send('ORU^R01', '2', ...RESULT('F', '4.0')), 'aside: person-unknown');
    const result = `M${count}`;
    assert.equal(await send('ADT^A03', '2', PV1('', 'V0')), 'aside: person-unknown');
    const discharge = `M${count}`;
    await send('ADT^A28', '4');
    assert.equal(await stateOf(result), 'aside: person-unknown', 'another person changes nothing');
    assert.equal(await send('ADT^A01', '2', PV1('4A^9', 'V2')), 'applied');
    assert.equal(await stateOf(result), 'applied');
    assert.deepEqual(await valuesOf('2'), ['4.0']);
    assert.equal(await stateOf(discharge), 'aside: stay-unknown', 'the end of another stay');
    assert.deepEqual(await stayOf('2'), ['admitted', '4A', '9']);
  });

  it('does not end a stay by the discharge, without a number, of an earlier one', async () => {
    await send('ADT^A01', '8', PV1('4A^8', '', '|||||||||||||||||||||||||20260101100000'));
    const early = PV1('', '', '||||||||||||||||||||||||||20251230100000');
    assert.equal(await send('ADT^A03', '8', early), 'aside: stay-unknown');
    assert.deepEqual(await stayOf('8'), ['admitted', '4A', '8']);
  });

  it('keeps the room and the stay when an earlier one is discharged late', async () => {
    await send('ADT^A01', '9', PV1('4A^8', 'V91'));
    await send('ADT^A01', '9', PV1('4B^12', 'V92'));
    assert.equal(await send('ADT^A03', '9', PV1('4A^8', 'V91')), 'applied');
    assert.deepEqual(await stayOf('9'), ['admitted', '4B', '12']);
  });

  it('leaves a stay alone that an outpatient visit falls into', async () => {
    const visit = (rest = '') => `PV1|1|O|XRAY^1||||||||||||||||V94${rest}`;
    await send('ADT^A01', '10', PV1('4A^8', 'V93'));
    for (const type of ['ADT^A04', 'ADT^A08', 'ADT^A03']) {
      assert.equal(await send(type, '10', visit()), 'applied');
      assert.deepEqual(await stayOf('10'), ['admitted', '4A', '8']);
    }
  });

  it('shows results to their person, corrects and removes them', async () => {
    await send('ADT^A01', '5', PV1('4A^1', 'V5'));
    await send('ADT^A01', '6', PV1('4A^2', 'V6'));
    assert.equal(await send('ORU^R01', '5', ...RESULT('P', '4.0')), 'applied');
    assert.deepEqual([await valuesOf('5'), await valuesOf('6')], [['4.0'], []]);
    await send('ORU^R01', '5', ...RESULT('C', '4.4'));
    assert.deepEqual(await valuesOf('5'), ['4.4']);
    await send('ORU^R01', '5', ...RESULT('W', '4.4'));
    assert.deepEqual(await valuesOf('5'), []);
  });

  it('takes the patient whose number the desk has entered, unless birth dates, or names without one, differ', async () => {
    const { db } = api.database;
    const entered: Record<string, [born: string | null, family: string]> = {
      E1: ['1980-03-01', 'Other'],
      E2: ['1999-01-01', 'Roe'],
      E3: [null, 'Roé'],
      E4: [null, 'Doe'],
    };
    for (const [number, [born, family]] of Object.entries(entered)) {
      await send('ADT^A28', number);
      const user = await userOf(number);
      await db
        .deleteFrom('fhir_links')
        .where('user_id', '=', user?.id ?? '')
        .execute();
      await db
        .updateTable('users')
        .set({ date_of_birth: born, last_name: family })
        .where('id', '=', user?.id ?? '')
        .execute();
      assert.equal(await send('ORU^R01', number, ...RESULT('F', '4.0')), 'aside: person-unknown');
      await send('ADT^A08', number);
    }
    const found = await db
      .selectFrom('users')
      .select(({ fn }) => ['record_number', fn.countAll().as('patients')])
      .where('record_number', 'in', Object.keys(entered))
      .groupBy('record_number')
      .orderBy('record_number')
      .execute();
    assert.deepEqual(
      found.map(({ patients }) => Number(patients)),
      [1, 2, 1, 2],
    );
  });

  it('says what it does not understand', async () => {
    assert.equal(await send('SIU^S12', '6'), 'aside: incomplete');
    assert.equal(await send('MFN^M02', '6'), 'unused');
  });
});
