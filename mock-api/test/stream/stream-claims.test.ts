/** A failed delivery to a stream must not keep other channels, or a retry, from delivering the change. */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { type CareEvent, EVENT_TYPE, type User } from '../../src/contract.ts';
import type { Db } from '../../src/db/schema.ts';
import { type Change, changesAfter, numberChanges } from '../../src/repositories/changes.ts';
import { deliveredBy } from '../../src/repositories/messages/deliveries.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { deliver } from '../../src/stream/deliver.ts';
import { OpenStream } from '../../src/stream/open-stream.ts';
import { replay } from '../../src/stream/replay.ts';
import { Streams } from '../../src/stream/streams.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

/** Makes all statements of one kind on one table fail. */
class Failing implements KyselyPlugin {
  readonly #kind: string;
  readonly #table: string;

  constructor(kind: 'SelectQueryNode' | 'InsertQueryNode', table: string) {
    this.#kind = kind;
    this.#table = table;
  }

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (node.kind === this.#kind && JSON.stringify(node).includes(`"name":"${this.#table}"`)) throw new Error('gone');
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result;
  }
}

type Recorded = { stream: OpenStream; written: string[] };

describe('a change for a supporter’s stream', () => {
  let api: TestApi;
  let patient = '';
  let supporter = '';
  let supporterId = '';
  let staff = '';
  let patientId = '';

  before(async () => {
    api = await startApi();
    [patient, supporter, staff] = [await api.signIn(), await api.signIn('second@example.org'), await api.signInStaff()];
    await shareWith(api, patient, supporter);
    const idOf = async (token: string) => (await api.ask<User>('GET', '/api/v1/users/me', { token })).body.id;
    [patientId, supporterId] = [await idOf(patient), await idOf(supporter)];
  });
  after(() => api.close());

  /** Sends an event from the desk. Returns its change. */
  const send = async (): Promise<Change> => {
    const body = { type: EVENT_TYPE.HOSPITAL, name: 'Moved', content: 'Level 5' };
    const path = `/api/v1/desk/patients/${patientId}/events`;
    const { id } = (await api.ask<CareEvent>('POST', path, { token: staff, body })).body;
    await numberChanges(api.database);
    const changes = await changesAfter(api.database.db, 0, Number.MAX_SAFE_INTEGER);
    const change = changes.find(({ objectId }) => objectId === id);
    assert.ok(change);
    return change;
  };

  /** Returns the supporter's delivery channel, log entries and messages on the stream. */
  const stateOf = async ({ id, objectId }: Change, { written }: Recorded) => {
    const { db } = api.database;
    const rows = await db.selectFrom('audit').select('actor_id').where('object_id', '=', objectId).execute();
    const entries = rows.filter(({ actor_id: actor }) => actor === supporterId).length;
    return [await deliveredBy(db, { changeId: id, person: supporterId }), entries, written.length];
  };

  /** Opens a stream for the supporter, starting after a change number. Returns it with what is written to it. */
  const open = (from: number): Recorded => {
    const written: string[] = [];
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    response.write = (text: string) => written.push(text) > 0;
    const stream = new OpenStream(response, { person: supporterId, tokenHash: sha256(supporter), from, content: 'en' });
    stream.goLive();
    return { stream, written };
  };

  /** Both routes to a stream: live, and as a replay after a disconnect. */
  const routes = {
    'as it happens': (db: Db, change: Change, { stream }: Recorded) => {
      const streams = new Streams(1);
      streams.add(stream);
      return deliver(db, streams, [change], assert.fail);
    },
    'in a replay': (db: Db, change: Change, { stream }: Recorded) => replay(db, stream, change.id - 1, assert.fail),
  };

  for (const [route, bring] of Object.entries(routes))
    for (const [failure, statements] of [
      ['read', [['SelectQueryNode', 'event_views']]],
      [
        'claimed or logged',
        [
          ['InsertQueryNode', 'deliveries'],
          ['InsertQueryNode', 'audit'],
        ],
      ],
    ] as const)
      it(`that can’t be ${failure} ${route} is left to other channels, and delivered and logged once by a retry`, async () => {
        const { db } = api.database;
        const change = await send();
        const recorded = open(route === 'in a replay' ? change.id : change.id - 1);
        for (const [kind, table] of statements) {
          await assert.rejects(bring(db.withPlugin(new Failing(kind, table)), change, recorded), /gone/);
          assert.deepEqual(await stateOf(change, recorded), [undefined, 0, 0], table);
        }
        await bring(db, change, recorded);
        assert.deepEqual(await stateOf(change, recorded), ['stream', 1, 1]);
        assert.match(recorded.written.join(''), /Level 5/);
      });
});
