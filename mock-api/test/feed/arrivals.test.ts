/** Patients who arrive by the feed: whom the desk lists, their wristbands, numbers and PINs. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DeskArrival, DeskPin, Me, PrintedBands } from '../../src/contract.ts';
import { grantColumns } from '../../src/repositories/accounts/staff-roles.ts';
import { outcomeOf } from '../support/api.ts';
import { TestFeed, visit } from '../support/feed.ts';

const NUMBER = '+1 416 555 0177';

describe('arrivals', () => {
  let feed: TestFeed;
  let token = '';

  before(async () => {
    feed = await TestFeed.start();
    token = await feed.api.signInStaff();
  });
  after(() => feed.close());

  const desk = <Body = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    feed.api.ask<Body>(method, `/api/v1/desk/${path}`, { token, body });
  const listed = async (query = '') => (await desk<DeskArrival[]>('GET', `arrivals${query}`)).body;
  const numbers = async () => (await listed()).map(({ recordNumber }) => recordNumber);
  const arrive = async (number: string, time: string, phone = '') => {
    const pid = `PID|1||${number}^^^NORTH^MR||Roe^Ann ${number}||19800301|F|||||${phone}`;
    const stay = `${visit('4A^412', `V${number}`)}|||||||||||||||||||||||||${time}`;
    assert.equal(await feed.sendRaw({ type: 'ADT^A01' }, pid, stay), 'applied');
    const user = await feed.find(number);
    assert.ok(user);
    return user.id;
  };
  const pdfOf = ({ pdf }: PrintedBands) => Buffer.from(pdf, 'base64').toString('latin1');
  const pagesOf = (bands: PrintedBands) => pdfOf(bands).match(/\/Type \/Page\b/g)?.length;
  const codeOf = (bands: PrintedBands, patient: string) => bands.bands.find(({ id }) => id === patient)?.code ?? '';

  it('are listed from admission to wristband or discharge, with the number as sent, which nothing uses', async () => {
    await arrive('2', '20260101100000', '(416)555-0177^PRN^PH~^NET^Internet^ann@example.org');
    await arrive('1', '20260101090000');
    const [first, second, ...others] = await listed();
    assert.deepEqual(others, []);
    assert.deepEqual([first?.recordNumber, first?.phoneNumber, first?.phoneConfirmed], ['1', null, false]);
    assert.deepEqual(
      [second?.firstName, second?.dateOfBirth, second?.ward, second?.room, second?.phoneNumber, second?.phoneConfirmed],
      ['Ann 2', '1980-03-01', '4A', '412', '(416)555-0177', false],
    );
    assert.equal((await feed.find('2'))?.phone_number, '');
    const paged = await listed(`?limit=1&after=${first?.id}`);
    assert.deepEqual(
      paged.map(({ recordNumber }) => recordNumber),
      ['2'],
    );
    await feed.send('ADT^A03', '1', visit('4A^412', 'V1'));
    assert.deepEqual(await numbers(), ['2']);
    await desk('POST', `patients/${second?.id}/wristband`);
    assert.deepEqual(await numbers(), []);
  });

  it('get their wristbands in one file, those without a number with a PIN that opens their account once', async () => {
    const [ann, bob] = [await arrive('3', '20260101100000'), await arrive('4', '20260101110000')];
    assert.equal((await desk('PUT', `patients/${bob}/phone`, { phoneNumber: NUMBER })).status, 204);
    const { status, body } = await desk<PrintedBands>('POST', 'wristbands', { patients: [ann, bob], withPins: true });
    assert.deepEqual([status, body.bands.map(({ id }) => id), pagesOf(body)], [200, [ann, bob], 3]);
    assert.deepEqual(await numbers(), []);
    const again = await desk<PrintedBands>('POST', 'wristbands', { patients: [ann] });
    assert.deepEqual([codeOf(again.body, ann), pagesOf(again.body)], [codeOf(body, ann), 1], 'the same band again');
    const { pin, expiresAt } = (await desk<DeskPin>('POST', `patients/${ann}/pin`)).body;
    assert.ok(Date.parse(expiresAt) > Date.now() + 11 * 3_600_000);
    const narrow = await feed.api.scan(codeOf(body, ann));
    assert.equal(outcomeOf(await feed.api.post('/api/v1/sessions/pin', {}, narrow)), '409 NO_PHONE');
    assert.equal((await feed.api.post('/api/v1/sessions/pin/verify', { pin }, narrow)).status, 200);
    assert.equal((await feed.api.get<Me>('/api/v1/users/me', narrow)).scope, 'full');
    const other = await feed.api.scan(codeOf(body, ann));
    assert.equal(outcomeOf(await feed.api.post('/api/v1/sessions/pin/verify', { pin }, other)), '410 PIN_DEAD');
  });

  it('are listed for the wards of a nurse, who prints no others', async () => {
    const ann = await arrive('6', '20260101100000');
    const { db } = feed.api.database;
    await db.updateTable('users').set({ ward: '5B' }).where('id', '=', ann).execute();
    const nurse = grantColumns({ roles: ['nurse'], wards: ['4A'] });
    await feed.api.setUser('staff@example.org', nurse);
    assert.deepEqual(await numbers(), []);
    assert.equal(outcomeOf(await desk('POST', 'wristbands', { patients: [ann] })), '403 REASON_NEEDED');
    await feed.api.setUser('staff@example.org', { staff_roles: null, staff_wards: null });
    assert.deepEqual(await numbers(), ['6']);
    await desk('POST', 'wristbands', { patients: [ann] });
  });

  it('have a number once staff have confirmed it; then a PIN comes by text only', async () => {
    const ann = await arrive('5', '20260101100000', '(416)555-0177^PRN^PH');
    const { pin } = (await desk<DeskPin>('POST', `patients/${ann}/pin`)).body;
    assert.equal(outcomeOf(await desk('PUT', `patients/${ann}/phone`, { phoneNumber: 'none' })), '400 VALIDATION');
    assert.equal((await desk('PUT', `patients/${ann}/phone`, { phoneNumber: NUMBER })).status, 204);
    assert.equal((await desk('PUT', `patients/${ann}/phone`, { phoneNumber: NUMBER })).status, 204, 'a second press');
    const [arrival] = await listed();
    assert.deepEqual([arrival?.phoneNumber, arrival?.phoneConfirmed], [NUMBER, true]);
    assert.equal(outcomeOf(await desk('POST', `patients/${ann}/pin`)), '409 PIN_BY_TEXT');
    const another = { phoneNumber: '+1 416 555 0178' };
    assert.equal(outcomeOf(await desk('PUT', `patients/${ann}/phone`, another)), '409 ALREADY_DECIDED');
    const { body } = await desk<PrintedBands>('POST', 'wristbands', { patients: [ann], withPins: true });
    assert.equal(pagesOf(body), 1);
    const narrow = await feed.api.scan(codeOf(body, ann));
    const verify = (typed: string) => feed.api.post('/api/v1/sessions/pin/verify', { pin: typed }, narrow);
    assert.equal(outcomeOf(await verify(pin)), '410 PIN_DEAD', 'the PIN of the desk would prove the number');
    assert.equal((await verify(await feed.api.newPin(narrow, NUMBER))).status, 200);
  });
});
