/**
 * Database cost of delivering changes to streams: constant per batch, whatever the number of open streams and events.
 */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Change } from '../../src/changes/changes.ts';
import type { CareEvent, User } from '../../src/contract.ts';
import { EVENT_TYPE } from '../../src/contract.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { deliver } from '../../src/stream/deliver.ts';
import { MIN_READ_INTERVAL } from '../../src/stream/live.ts';
import { OpenStream } from '../../src/stream/open-stream.ts';
import { Streams } from '../../src/stream/streams.ts';
import { statementsOf, statementsTo } from '../messages/channel-messages.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { StreamReader } from '../support/stream-reader.ts';

/** Number of consecutive events; enough for several polls. */
const MANY = 150;

interface Person {
  id: string;
  token: string;
}

describe('delivering changes to streams', () => {
  let api: TestApi;
  let staff = '';
  const people: Record<'patient' | 'other', Person> = { patient: { id: '', token: '' }, other: { id: '', token: '' } };
  const events: CareEvent[] = [];

  const send = async () => {
    const { body } = await api.ask<CareEvent>('POST', `/api/v1/desk/patients/${people.patient.id}/events`, {
      token: staff,
      body: { type: EVENT_TYPE.GENERAL, name: 'Blood taken', content: 'Results in an hour.' },
    });
    events.push(body);
  };

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    for (const [who, email] of [
      ['patient', 'patient@example.org'],
      ['other', 'second@example.org'],
    ] as const) {
      const token = await api.signIn(email);
      people[who] = { token, id: (await api.ask<User>('GET', '/api/v1/users/me', { token })).body.id };
    }
  });
  after(() => api.close());

  it('polls for changes at a limited rate, however many there are', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const reader = await StreamReader.open(url, people.patient.token);
    const start = performance.now();
    const statements = await statementsTo(api, async () => {
      for (let count = 0; count < MANY; count += 1) await send();
      await reader.until(({ messages }) => messages.length >= MANY, 'all events');
    });
    const reads = statements.filter((statement) => statement.startsWith('insert into "change_numbers"')).length;
    const most = Math.ceil((performance.now() - start) / MIN_READ_INTERVAL) + 1;
    assert.ok(reads >= 1 && reads <= most, `${reads} reads where ${most} are enough`);
    await reader.cut();
  });

  it('costs the same for one event and one stream as for twenty events and hundreds of other users’ streams', async () => {
    const { db } = api.database;
    const streams = new Streams(1_000);
    const written: string[] = [];
    const open = ({ id, token }: Person) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      response.write = (text: string) => {
        written.push(id);
        return text.length > 0;
      };
      const stream = new OpenStream(response, { person: id, tokenHash: sha256(token), from: 0, content: 'en' });
      stream.goLive();
      streams.add(stream);
    };
    let number = 1_000_000;
    const bring = async (list: readonly CareEvent[]) => {
      const changes = list.map((event): Change => {
        number += 1;
        const of = { id: number, person: people.patient.id, objectId: event.id, profileId: 1, at: event.updatedAt };
        return { ...of, kind: 'event.created', audience: 'event', eventType: event.type, author: null };
      });
      return statementsOf(() => deliver(db, streams, changes, assert.fail));
    };
    open(people.patient);
    const few = await bring(events.slice(0, 1));
    for (let count = 0; count < 300; count += 1) open(people.other);
    const some = events.slice(0, 20);
    const [many, ofNobody] = [await bring(some), await bring([])];
    assert.ok(
      few.length > 0 && few.length <= 4,
      `who may know, whose session goes on, who tells, and what: ${few.join('\n')}`,
    );
    assert.equal(many.length, few.length, many.join('\n'));
    assert.deepEqual(ofNobody, []);
    assert.deepEqual([...new Set(written)], [people.patient.id]);
    assert.equal(written.length, 1 + some.length);
  });
});
