/** The hospital's feed for operators: at the desk, by command, in metrics and readiness. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { DeskFeed, DeskFeedMessage, OwnData } from '../../src/contract.ts';
import { Feed } from '../../src/feed/feed.ts';
import { runCommand } from '../operation/operator.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { messageOf, Sender } from '../support/mllp.ts';

describe('the feed for operators', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let folder: string;
  const ids: Record<string, string> = {};

  const hl7 = (...args: string[]) => runCommand('operator/hl7-command.ts', api.env, ...args);
  const put = (state: 'received' | 'aside' | 'applied', controlIds: readonly string[], more = {}) =>
    api.database.db
      .updateTable('feed_message')
      .set({ state, ...more })
      .where('control_id', 'in', controlIds)
      .execute();
  const stateOf = async (controlId: string) => {
    await api.app.feed?.settled();
    const row = api.database.db.selectFrom('feed_message').select('state').where('control_id', '=', controlId);
    return (await row.executeTakeFirstOrThrow()).state;
  };
  const list = (query = '') => api.get<DeskFeedMessage[]>(`/api/v1/desk/feed/messages${query}`, staff);
  const decide = (id: string, what: 'retry' | 'dismiss') =>
    api.ask<DeskFeedMessage>('POST', `/api/v1/desk/feed/messages/${id}/${what}`, { token: staff });

  before(async () => {
    api = await startApi({ HL7_PORT: '0' });
    staff = await api.signInStaff();
    patient = (await api.user('patient@example.org')).id;
    folder = await mkdtemp(join(tmpdir(), 'feed-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await api.close();
  });

  it('shows when the last message came, the delay, and how many are in each state', async () => {
    const empty = { received: 0, applied: 0, aside: 0, unused: 0, dismissed: 0 };
    const none = { lastReceivedAt: null, delaySeconds: 0, counts: empty };
    assert.deepEqual(await api.get<DeskFeed>('/api/v1/desk/feed', staff), none);
    assert.equal((await hl7('status')).out.split('\n')[0], 'Last message: none yet');
    const sender = await Sender.connect(api.app.feed?.port ?? 0);
    const names = ['1', '2', '3', '4'];
    await sender.send(...names.map((id) => messageOf({ id, type: 'ZZZ^Z01' }, `NTE|1||text of ${id}`)));
    sender.close();
    assert.equal(await stateOf('4'), 'unused');
    const rows = await api.database.db.selectFrom('feed_message').selectAll().execute();
    for (const row of rows) ids[row.control_id] = row.id;
    const { lastReceivedAt, counts } = await api.get<DeskFeed>('/api/v1/desk/feed', staff);
    assert.deepEqual(
      [lastReceivedAt, counts],
      [
        rows
          .map((row) => row.received_at)
          .sort()
          .at(-1),
        { ...empty, unused: 4 },
      ],
    );
    assert.match(
      (await hl7('status')).out,
      /^Delay: 0 s\nreceived\t0\napplied\t0\naside\t0\nunused\t4\ndismissed\t0$/m,
    );
  });

  it('lists what is put aside, with the reason in words, page by page', async () => {
    await put('aside', ['1', '2'], { reason: 'person-unknown', user_id: patient });
    await put('aside', ['3'], { reason: 'earlier' });
    const all = await list();
    assert.deepEqual(new Set(all.map(({ controlId }) => controlId)), new Set(['1', '2', '3']));
    const one = all.find(({ controlId }) => controlId === '1');
    const { receivedAt, ...rest } = one ?? { receivedAt: '' };
    assert.ok(Date.parse(receivedAt) > 0);
    const reason = 'This patient isn’t here yet. We’ll try again when the patient arrives.';
    const expected = { id: ids[1], sender: 'ADT/NORTH', type: 'ZZZ^Z01', controlId: '1', state: 'aside' };
    assert.deepEqual(rest, { ...expected, reason, patientId: patient });
    const [first] = await list('?limit=1');
    assert.deepEqual(await list(`?limit=2&after=${first?.id}`), all.slice(1));
    assert.deepEqual(
      (await list('?state=unused')).map(({ controlId }) => controlId),
      ['4'],
    );
    assert.equal((await api.ask('GET', '/api/v1/desk/feed/messages?state=lost', { token: staff })).status, 400);
    assert.match((await hl7('list')).out, new RegExp(`^${ids[1]}\t1\tZZZ\\^Z01\taside\t${reason}$`, 'm'));
    assert.deepEqual((await hl7('list', 'unused')).out.split('\t').slice(1), ['4', 'ZZZ^Z01', 'unused\n']);
  });

  it('tries a message again and dismisses another, once each, and records it for the patient', async () => {
    const retried = await decide(ids[1] ?? '', 'retry');
    assert.deepEqual([retried.status, retried.body.state, retried.body.reason], [200, 'received', null]);
    assert.equal(await stateOf('1'), 'unused');
    assert.equal((await decide(ids[2] ?? '', 'dismiss')).body.state, 'dismissed');
    assert.equal(outcomeOf(await decide(ids[2] ?? '', 'dismiss')), '409 ALREADY_DECIDED');
    assert.equal(outcomeOf(await decide('none', 'retry')), '404 NOT_FOUND');
    await put('applied', ['4']);
    assert.equal(outcomeOf(await decide(ids[4] ?? '', 'retry')), '409 ALREADY_DECIDED');
    const entries = await api.database.db.selectFrom('audit').selectAll().where('subject_id', '=', patient).execute();
    const objects = entries.map(({ object, object_id: id }) => `${object} ${id}`);
    for (const act of [`feed-retried ${ids[1]}`, `feed-dismissed ${ids[2]}`, 'feed null'])
      assert.ok(objects.includes(act), act);
  });

  it('is part of the copy of a patient’s data, without the text of messages that name others', async () => {
    const { db } = api.database;
    const token = await api.signIn();
    const confirmed = { confirmed_until: new Date(Date.now() + 60_000).toISOString() };
    await db.updateTable('sessions').set(confirmed).where('user_id', '=', patient).execute();
    const people = ['a', 'b'].map((person) => ({ message_id: ids[2] ?? '', person }));
    await db.insertInto('feed_message_person').values(people).execute();
    await put('applied', ['1', '2'], { user_id: patient });
    const { feedMessages } = await api.get<OwnData>('/api/v1/own-data/export', token);
    assert.deepEqual(
      feedMessages.map(({ sender, type, text }) => [sender, type, text?.split('\n').at(-1) ?? null]).sort(),
      [
        ['ADT/NORTH', 'ZZZ^Z01', null],
        ['ADT/NORTH', 'ZZZ^Z01', 'NTE|1||text of 1'],
      ],
    );
    await put('aside', ['1'], { reason: 'earlier' });
    await db.updateTable('feed_message').set({ state: 'dismissed' }).where('control_id', '=', '2').execute();
  });

  it('the command shows, tries again, dismisses and replays', async () => {
    assert.match((await hl7('show', ids[3] ?? '')).out, /\nFrom ADT\/NORTH, .*\n\nMSH\|.*\nNTE\|1\|\|text of 3\n$/s);
    assert.match((await hl7('show', 'none')).errors, /^There is no message none/);
    assert.equal((await hl7('retry', ids[3] ?? '')).out, `${ids[3]} is tried again.\n`);
    assert.equal(await stateOf('3'), 'unused');
    await put('aside', ['3'], { reason: 'earlier' });
    assert.equal((await hl7('dismiss', ids[3] ?? '')).out, `${ids[3]} is dismissed.\n`);
    assert.match((await hl7('dismiss', ids[3] ?? '')).errors, /is dismissed: there is nothing to decide/);
    // Applied (4) and dismissed (2, 3) stay.
    assert.match((await hl7('replay', '--from', '2020-01-01')).out, /^1 message is tried again/);
    assert.match((await hl7('replay', '--from', '2099-01-01T00:00:00Z')).out, /^0 messages are/);
    assert.match((await hl7('replay', '--from', 'yesterday')).errors, /^Usage/);
    assert.deepEqual([await stateOf('1'), await stateOf('2'), await stateOf('4')], ['unused', 'dismissed', 'applied']);
  });

  it('the command sends the messages of a file and prints the answers', async () => {
    const file = join(folder, 'messages.hl7');
    await writeFile(file, `${messageOf({ id: 'a' })}\n${messageOf({ id: 'b' }).replaceAll('\r', '\n')}\n`);
    const to = `127.0.0.1:${api.app.feed?.port}`;
    assert.equal((await hl7('send', file, '--to', to)).out, 'MSA|AA|a\nMSA|AA|b\n');
    await writeFile(file, 'MSH|nothing');
    const refused = await hl7('send', file, '--to', to);
    assert.equal(refused.code, 1);
    assert.match(refused.errors, /^MSA\|AR\|.*\n1 not accepted\.\n$/s);
    assert.match((await hl7('send', file)).errors, /^Usage/);
  });

  it('is behind, and not ready, once a message waits for more than 60 seconds', async () => {
    const { app, database } = api;
    assert.ok(app.config.feed);
    const options = { database, config: app.config, feed: app.config.feed, log: app.log, onApplied: () => {} };
    // Not started: nothing applies what waits.
    const idle = new Feed(options);
    const wait = (seconds: number) =>
      put('received', ['4'], { due_at: new Date(Date.now() - seconds * 1000).toISOString(), sender: 'busy' });
    await app.feed?.close();
    await wait(0);
    await idle.checkReady();
    await wait(70);
    await assert.rejects(idle.checkReady());
    assert.deepEqual((await api.ask('GET', '/readyz')).body, { status: 'not ready', missing: ['feed'] });
    const metrics = String((await api.ask('GET', '/metrics')).body);
    assert.match(metrics, /^lodestar_feed_delay_seconds 7\d$/m);
    assert.match(metrics, /^lodestar_feed_messages_total\{type="ZZZ\^Z01",state="received"\} 4$/m);
  });
});
