/** The audit log: written by the product, read by the patient, never changed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { AuditEntry, StoryStepPlayed, SurveySent } from '../../src/contract.ts';
import { audit } from '../../src/repositories/audit.ts';
import { startApi, type TestApi, wrongPin } from '../support/api.ts';

describe('the audit log', () => {
  let api: TestApi;
  let token: string;
  const get = async <Body>(path: string, by = token, language = 'en') =>
    (await api.ask<Body>('GET', `/api/v1/${path}`, { token: by, headers: { 'accept-language': language } })).body;
  const post = (path: string, body: object, by?: string) => api.ask('POST', `/api/v1/${path}`, { body, token: by });
  const log = (by = token, language = 'en') => get<AuditEntry[]>('access-log', by, language);
  const newest = async (language?: string) => (await log(token, language))[0];
  const rows = () => api.database.db.selectFrom('audit').selectAll().orderBy('id').execute();

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('the audit log records sign-ins', async () => {
    const { action, who, isYou, what, at } = (await newest()) ?? {};
    assert.deepEqual([action, who, isYou, what], ['SIGNED_IN', 'You', true, 'Signed in']);
    assert.match(String(at), /^\d{4}-\d\d-\d\dT.*Z$/);
    const other = await log(await api.signIn('second@example.org'));
    assert.deepEqual([other.length, other[0]?.action], [1, 'SIGNED_IN'], 'nothing about other people');
  });

  it('the audit log names viewed records but not their content', async () => {
    const [result] = await get<{ id: string }[]>('results');
    assert.equal((await newest())?.what, 'Looked at your results');
    await get(`results/${result?.id}`);
    await get('care-plans');
    assert.equal((await newest())?.what, 'Looked at your care plans');
    assert.equal((await newest('fr'))?.what, 'A consulté vos plans de soins');
    const [supporter] = await get<{ id: string; permissions: object }[]>('supporters');
    const body = { permissions: { ...supporter?.permissions, feedback: false } };
    await api.ask('PATCH', `/api/v1/supporters/${supporter?.id}`, { token, body });
    assert.equal((await newest())?.what, 'Changed what a supporter may see');
    assert.ok((await rows()).some((row) => row.object_id === result?.id));
    // Ids are random and may contain any digits.
    const logged = JSON.stringify(await rows()).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    assert.doesNotMatch(logged, /Jordan|Avery|example\.org|X-ray|Blood|416|ER1000|lungs/i);
  });

  it('keeps what others did in the list, however often people look themselves', async () => {
    const { id } = await api.user('second@example.org');
    const reader = await api.signIn('second@example.org');
    const own = { action: 'RECORD_VIEWED', actor: id, subject: id, object: 'events' } as const;
    await audit(api.database.db, { ...own, actor: null, action: 'DENIED' });
    const last = (await log(reader)).find(({ isYou }) => !isYou);
    await audit(api.database.db, ...Array.from({ length: 250 }, () => own));
    const entries = await log(reader);
    assert.deepEqual(
      [entries.filter(({ isYou }) => isYou).length, entries.filter(({ isYou }) => !isYou)],
      [200, [last]],
    );
    const times = entries.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  it('names a delivered survey once, however often it is reported', async () => {
    const report = () => post('survey-receipts', { survey: 'admission', receiptId: 'receipt-1' }, token);
    const answers = await Promise.all([report(), report(), report()]);
    assert.ok(answers.every(({ status }) => status === 204));
    const delivered = (await log()).filter(({ action }) => action === 'SURVEY_DELIVERED');
    assert.deepEqual([delivered.length, delivered[0]?.what], [1, 'Sent a survey to the hospital']);
  });

  it('lists the latest survey about an event with its delivery time, until the event is removed', async () => {
    const played = await api.ask<StoryStepPlayed>('POST', '/api/v1/story/patient/steps/0', { token });
    const about = String(played.body.events[0]?.id);
    const report = (body: object) => post('survey-receipts', { survey: 'admission', about, ...body }, token);
    const sent = () => get<SurveySent[]>('survey-receipts');
    assert.deepEqual(await sent(), []);
    await report({ receiptId: 'sent-1', deliveredAt: '2026-11-20T10:00:00Z' });
    await report({ receiptId: 'sent-2', deliveredAt: '2026-11-20T11:00:00Z', replaces: 'sent-1' });
    await report({ receiptId: 'elsewhere', about: 'no-such-event' });
    const latest = { about, survey: 'admission', receiptId: 'sent-2', deliveredAt: '2026-11-20T11:00:00.000Z' };
    assert.deepEqual(await sent(), [latest]);
    const changes = await api.database.db.selectFrom('changes').selectAll().where('object_id', '=', about).execute();
    assert.deepEqual(changes.map(({ kind }) => kind).sort(), ['event.created', 'event.updated', 'event.updated']);
    assert.equal((await report({ receiptId: 'sent-3', deliveredAt: 'soon' })).status, 400);
    await get('users/me/reset');
    assert.deepEqual(await sent(), []);
  });

  it('the audit log records refused requests', async () => {
    assert.equal((await api.ask('GET', '/api/v1/results', { token: await api.scan() })).status, 403);
    assert.equal((await newest())?.action, 'DENIED');
  });

  it('the audit log records locks, also for unknown emails', async () => {
    for (const username of ['patient@example.org', 'nobody@example.org'])
      for (let index = 0; index < 5; index += 1) await post('sessions', { username, password: 'Wrong-pass1' });
    const { who, isYou } = (await log()).find(({ action }) => action === 'SIGN_IN_LOCKED') ?? {};
    assert.deepEqual([who, isYou], ['Someone who was not signed in', false]);
    const locks = (await rows()).filter(({ action }) => action === 'SIGN_IN_LOCKED');
    assert.deepEqual(locks.map(({ subject_id }) => subject_id === null).sort(), [false, true]);
    for (let round = 0; round < 2; round += 1) {
      const pin = await api.newPin(token);
      for (let index = 0; index < 5; index += 1)
        await post('sessions/pin/verify', { pin: wrongPin(pin, index) }, token);
    }
    assert.ok((await log()).some((entry) => entry.action === 'PIN_LOCKED'));
  });

  it('the audit log records every failed sign-in with its account and what it was tried with', async () => {
    await api.database.db.deleteFrom('throttles').execute();
    const known = (await rows()).length;
    await post('sessions', { username: 'patient@example.org', password: 'Wrong-pass1' });
    await post('sessions', { username: 'unknown@example.org', password: 'Wrong-pass1' });
    await post('sessions/code', { code: 'ER99999999' });
    const narrow = await api.scan();
    await post('sessions/email', { email: 'wrong@example.org' }, narrow);
    await post('sessions/pin/verify', { pin: wrongPin(await api.newPin(narrow), 0) }, narrow);
    const failed = (await rows()).slice(known).filter(({ object }) => object === 'sign-in');
    assert.deepEqual(
      failed.map(({ subject_id, object_id }) => `${object_id} ${subject_id === null ? 'unknown' : 'known'}`),
      ['password known', 'password unknown', 'wristband unknown', 'email known', 'pin known'],
    );
    assert.ok((await log()).some(({ what }) => what === 'Tried to sign in, without success'));
  });

  it('audit entries cannot be updated or deleted, even in the database', async () => {
    const { db } = api.database;
    const before_ = await rows();
    await assert.rejects(db.updateTable('audit').set({ actor_id: null }).execute(), /append only/);
    await assert.rejects(db.deleteFrom('audit').execute(), /append only/);
    assert.deepEqual(await rows(), before_);
    const actions = new Set(before_.map(({ action }) => action));
    console.log(`audit log: ${before_.length} entries of ${actions.size} kinds, 0 changed, 0 deleted`);
    await (await buildApp(readConfig({ ...api.env, DEMO_RESET: '1' }))).close();
    assert.deepEqual(await rows(), [], 'a demo can be reset');
  });
});
