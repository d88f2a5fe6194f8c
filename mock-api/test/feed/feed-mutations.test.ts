/** Damaged messages by seed, through the whole product: each is refused or stored, and then applied or put aside. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import type { ResultDocument } from '../../src/common/documents.ts';
import { bare, mutatedMessages, sourceOf } from '../../src/feed/testing/mutations.ts';
import { joinedWith } from '../../src/repositories/feed/merges.ts';
import { readText } from '../../src/repositories/feed/raw.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Sender } from '../support/mllp.ts';

/** 10000 for a proof. */
const COUNT = Number(process.env.FEED_MUTATIONS ?? 120);
const SEED = 49;
const MOST_ASIDE = 20;
const LONG = { timeout: timeOuts.longTest };

describe('damaged messages', () => {
  let api: TestApi;
  let sender: Sender;
  const db = () => api.database.db;

  before(async () => {
    api = await startApi({ HL7_PORT: '0', HL7_TIME_ZONE: 'America/Toronto' });
    sender = await Sender.connect(api.app.feed?.port ?? 0);
  });
  after(async () => {
    sender.close();
    await api.close();
  });

  /** Returns what the phone and the desk show of each person: names, and values of results. */
  async function shownValues(): Promise<Map<string, string[]>> {
    const links = db().selectFrom('fhir_links').select('user_id').where('source', '=', 'feed');
    const people = await db().selectFrom('users').selectAll().where('id', 'in', links).execute();
    const shown = new Map(people.map((user) => [user.id, [user.first_name, user.last_name, user.room ?? '']]));
    for (const { user_id: id, document } of await db()
      .selectFrom('results')
      .selectAll()
      .where('source', '=', 'feed')
      .execute())
      for (const { valueQuantity } of (JSON.parse(document) as ResultDocument).observations)
        shown.get(id)?.push(valueQuantity?.figure ?? '');
    return shown;
  }

  /** Dismisses now and then what is put aside, so that it doesn't hold back all that follows. */
  async function dismissSome(): Promise<void> {
    await api.app.feed?.settled();
    const aside = db()
      .selectFrom('feed_message')
      .select('id')
      .where('state', '=', 'aside')
      .where('reason', '<>', 'internal');
    const ids = await aside.where('reason', '<>', 'unreadable').execute();
    if (ids.length < MOST_ASIDE) return;
    await db()
      .updateTable('feed_message')
      .set({ state: 'dismissed' })
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute();
  }

  it('are each answered, and none fails or shows what no message about the person says', LONG, async () => {
    const answers = new Map<string, number>();
    const accepted = new Set<string>();
    for (const mutated of mutatedMessages(COUNT, SEED)) {
      const text = mutated.replace(/^(MSH\|(?:[^|\r]*\|){8})[^|\r]+/, `$1${randomUUID()}`);
      const [answer = ''] = await sender.send(text);
      const code = /^MSA.([AC][AER])/.exec(answer)?.[1];
      assert.ok(code, `${answer} to ${text.slice(0, 3000)}`);
      if (code[1] === 'A') accepted.add(text);
      answers.set(code, (answers.get(code) ?? 0) + 1);
      await dismissSome();
    }
    await api.app.feed?.settled();
    const rows = await db().selectFrom('feed_message').selectAll().execute();
    const states = new Map<string, number>();
    for (const { state, reason } of rows) states.set(reason ?? state, (states.get(reason ?? state) ?? 0) + 1);
    console.log('damaged messages:', Object.fromEntries(answers), Object.fromEntries(states));
    assert.equal(rows.length, accepted.size);
    for (const fault of ['received', 'internal', 'unreadable']) assert.equal(states.get(fault), undefined, fault);
    assert.ok((states.get('applied') ?? 0) > COUNT / 10);

    const sources = new Map<string | null, string>();
    for (const { user_id: id, raw } of rows) {
      const source = sourceOf(readText(api.app.config.surveyTokens.keys, raw) ?? '', '\\');
      sources.set(id, `${sources.get(id) ?? ''} ${source}`);
    }
    for (const [id, values] of await shownValues()) {
      const source = [null, ...(await joinedWith(db(), id))].map((one) => sources.get(one)).join(' ');
      for (const word of values.flatMap((value) => value.split(/[\s,;/]+/)))
        assert.ok(source.includes(bare(word).replace(/^0(?=\d)/, '')), word);
    }
  });
});
