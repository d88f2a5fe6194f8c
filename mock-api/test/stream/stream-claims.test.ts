/** A failed delivery to a stream must not keep other channels, or a retry, from delivering the change. */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { type Change, changesAfter } from '../../src/changes/changes.ts';
import { numberChanges } from '../../src/changes/numbers.ts';
import { type CareEvent, EVENT_TYPE, type User } from '../../src/contract.ts';
import type { Db } from '../../src/db/schema.ts';
import { deliveredBy } from '../../src/delivery/deliveries.ts';
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

  /** Opens a stream for the supporter, starting after a change number. Returns it with what is written to it. */
  const open = (from: number) => {
    const written: string[] = [];
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    response.write = (text: string) => written.push(text) > 0;
    const stream = new OpenStream(response, { person: supporterId, tokenHash: sha256(supporter), from, content: 'en' });
    stream.goLive();
    return { stream, written };
  };

  const lines = async ({ objectId }: Change) => {
    const { db } = api.database;
    const rows = await db.selectFrom('audit').select('actor_id').where('object_id', '=', objectId).execute();
    return rows.filter(({ actor_id: actor }) => actor === supporterId).length;
  };

  const channelOf = ({ id }: Change) => deliveredBy(api.database.db, { changeId: id, person: supporterId });

  /** Both routes to a stream: live, and as a replay after a disconnect. */
  const routes = {
    'as it happens': (db: Db, change: Change, { stream }: ReturnType<typeof open>) => {
      const streams = new Streams(1);
      streams.add(stream);
      return deliver(db, streams, [change], assert.fail);
    },
    'in a replay': (db: Db, change: Change, { stream }: ReturnType<typeof open>) =>
      replay(db, stream, change.id - 1, assert.fail),
  };

  for (const [route, bring] of Object.entries(routes)) {
    const from = (change: Change) => (route === 'in a replay' ? change.id : change.id - 1);

    it(`that can’t be read ${route} is left to other channels, and delivered by a retry`, async () => {
      const change = await send();
      const { db } = api.database;
      const opened = open(from(change));
      await assert.rejects(bring(db.withPlugin(new Failing('SelectQueryNode', 'event_views')), change, opened), /gone/);
      assert.deepEqual([await channelOf(change), await lines(change), opened.written], [undefined, 0, []]);
      await bring(db, change, opened);
      assert.deepEqual([await channelOf(change), await lines(change), opened.written.length], ['stream', 1, 1]);
      assert.match(opened.written.join(''), /Level 5/);
    });

    it(`that can’t be claimed or logged ${route} is logged once after a retry`, async () => {
      const change = await send();
      const { db } = api.database;
      const opened = open(from(change));
      for (const table of ['deliveries', 'audit']) {
        await assert.rejects(bring(db.withPlugin(new Failing('InsertQueryNode', table)), change, opened), /gone/);
        assert.deepEqual([await channelOf(change), await lines(change), opened.written], [undefined, 0, []], table);
      }
      await bring(db, change, opened);
      assert.deepEqual([await channelOf(change), await lines(change), opened.written.length], ['stream', 1, 1]);
    });
  }
});
