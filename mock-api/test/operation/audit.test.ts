/** The audit log: written by the product, read by the patient, never changed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEntry, StoryStepPlayed, SurveySent } from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi, wrongPin } from '../support/api.ts';

describe('the audit log', () => {
  let api: TestApi;
  let token: string;
  const log = async (by = token, language = 'en') =>
    (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: by, headers: { 'accept-language': language } }))
      .body;
  const newest = async () => (await log())[0];

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('the audit log records sign-ins', async () => {
    const { action, who, isYou, what, at } = (await newest()) ?? {};
    assert.deepEqual([action, who, isYou, what], ['SIGNED_IN', 'You', true, 'Signed in']);
    assert.match(String(at), /^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('the audit log names viewed records but not their content', async () => {
    const [result] = (await api.ask<{ id: string }[]>('GET', '/api/v1/results', { token })).body;
    assert.equal((await newest())?.what, 'Looked at your results');
    await api.ask('GET', `/api/v1/results/${result?.id}`, { token });
    await api.ask('GET', '/api/v1/care-plans', { token });
    assert.equal((await newest())?.what, 'Looked at your care plans');
    assert.equal((await log(token, 'fr'))[0]?.what, 'A consulté vos plans de soins');
    const rows = await api.database.db.selectFrom('audit').selectAll().execute();
    assert.ok(rows.some(({ object_id }) => object_id === result?.id));
    // Ids are random and may contain any digits.
    const logged = JSON.stringify(rows).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    assert.doesNotMatch(logged, /Jordan|Avery|example\.org|X-ray|Blood|416|ER1000|lungs/i);
  });

  it('names changed permissions', async () => {
    const [supporter] = (await api.ask<{ id: string; permissions: object }[]>('GET', '/api/v1/supporters', { token }))
      .body;
    const body = { permissions: { ...supporter?.permissions, feedback: false } };
    await api.ask('PATCH', `/api/v1/supporters/${supporter?.id}`, { token, body });
    assert.equal((await newest())?.what, 'Changed what a supporter may see');
  });

  it('names a delivered survey once, however often it is reported', async () => {
    const body = { survey: 'admission', receiptId: 'receipt-1' };
    const report = async () => (await api.ask('POST', '/api/v1/survey-receipts', { token, body })).status;
    assert.deepEqual(await Promise.all([report(), report(), report()]), [204, 204, 204]);
    const delivered = (await log()).filter(({ action }) => action === 'SURVEY_DELIVERED');
    assert.deepEqual(
      delivered.map(({ what }) => what),
      ['Sent a survey to the hospital'],
    );
  });

  it('lists the latest survey about an event with its delivery time, until the event is removed', async () => {
    const played = await api.ask<StoryStepPlayed>('POST', '/api/v1/story/patient/steps/0', { token });
    const about = String(played.body.events[0]?.id);
    const report = (body: object) =>
      api.ask('POST', '/api/v1/survey-receipts', { token, body: { survey: 'admission', about, ...body } });
    const sent = async (by = token) =>
      (await api.ask<SurveySent[]>('GET', '/api/v1/survey-receipts', { token: by })).body;
    assert.deepEqual(await sent(), []);
    await report({ receiptId: 'sent-1', deliveredAt: '2026-11-20T10:00:00Z' });
    await report({ receiptId: 'sent-2', deliveredAt: '2026-11-20T11:00:00Z', replaces: 'sent-1' });
    await report({ receiptId: 'elsewhere', about: 'no-such-event' });
    assert.deepEqual(await sent(), [
      { about, survey: 'admission', receiptId: 'sent-2', deliveredAt: '2026-11-20T11:00:00.000Z' },
    ]);
    const changes = await api.database.db.selectFrom('changes').selectAll().where('object_id', '=', about).execute();
    assert.deepEqual(changes.map(({ kind }) => kind).sort(), ['event.created', 'event.updated', 'event.updated']);
    assert.equal((await report({ receiptId: 'sent-3', deliveredAt: 'soon' })).status, 400);
    await api.ask('GET', '/api/v1/users/me/reset', { token });
    assert.deepEqual(await sent(), []);
  });

  it('the audit log records refused requests', async () => {
    const narrow = await api.scan();
    assert.equal((await api.ask('GET', '/api/v1/results', { token: narrow })).status, 403);
    assert.equal((await newest())?.action, 'DENIED');
  });

  it('the audit log records locks, also for unknown emails', async () => {
    for (const username of ['patient@example.org', 'nobody@example.org']) {
      for (let index = 0; index < 5; index += 1) {
        await api.ask('POST', '/api/v1/sessions', { body: { username, password: 'Wrong-pass1' } });
      }
    }
    const { who, isYou } = (await log()).find(({ action }) => action === 'SIGN_IN_LOCKED') ?? {};
    assert.deepEqual([who, isYou], ['Someone who was not signed in', false]);
    const rows = await api.database.db.selectFrom('audit').selectAll().where('action', '=', 'SIGN_IN_LOCKED').execute();
    assert.deepEqual(rows.map(({ subject_id }) => subject_id === null).sort(), [false, true]);
    for (let round = 0; round < 2; round += 1) {
      const pin = await api.newPin(token);
      for (let index = 0; index < 5; index += 1) {
        const body = { pin: wrongPin(pin, index) };
        await api.ask('POST', '/api/v1/sessions/pin/verify', { token, body });
      }
    }
    assert.ok((await log()).some((entry) => entry.action === 'PIN_LOCKED'));
  });

  it('the audit log records every failed sign-in with its account and what it was tried with', async () => {
    const { db } = api.database;
    await db.deleteFrom('throttles').execute();
    const last = await db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    const post = (path: string, body: object, by?: string) =>
      api.ask('POST', `/api/v1/${path}`, { body, ...(by === undefined ? {} : { token: by }) });
    await post('sessions', { username: 'patient@example.org', password: 'Wrong-pass1' });
    await post('sessions', { username: 'unknown@example.org', password: 'Wrong-pass1' });
    await post('sessions/code', { code: 'ER99999999' });
    const narrow = await api.scan();
    await post('sessions/email', { email: 'wrong@example.org' }, narrow);
    await post('sessions/pin/verify', { pin: wrongPin(await api.newPin(narrow), 0) }, narrow);
    const rows = await db.selectFrom('audit').selectAll().where('id', '>', last.id).orderBy('id').execute();
    const failed = rows.filter(({ object }) => object === 'sign-in');
    assert.deepEqual(
      failed.map(({ subject_id, object_id }) => [subject_id === null, object_id]),
      [
        [false, 'password'],
        [true, 'password'],
        [true, 'wristband'],
        [false, 'email'],
        [false, 'pin'],
      ],
    );
    assert.ok((await log()).some(({ what }) => what === 'Tried to sign in, without success'));
  });

  it('shows users nothing about other people', async () => {
    await api.database.db.deleteFrom('throttles').execute();
    const other = await api.signIn('second@example.org', PASSWORD);
    assert.deepEqual(
      (await log(other)).map(({ action }) => action),
      ['SIGNED_IN'],
    );
  });

  it('audit entries cannot be updated or deleted, even in the database', async () => {
    const { db } = api.database;
    const before_ = await db.selectFrom('audit').selectAll().orderBy('id').execute();
    await assert.rejects(db.updateTable('audit').set({ actor_id: null }).execute(), /append only/);
    await assert.rejects(db.deleteFrom('audit').execute(), /append only/);
    assert.deepEqual(await db.selectFrom('audit').selectAll().orderBy('id').execute(), before_);
    const actions = new Set(before_.map(({ action }) => action));
    console.log(`audit log: ${before_.length} entries of ${actions.size} kinds, 0 changed, 0 deleted`);
  });

  it('does not prevent a demo from being reset', async () => {
    const { buildApp } = await import('../../src/app.ts');
    const { readConfig } = await import('../../src/config/config.ts');
    const fresh = await buildApp(readConfig({ ...api.env, DEMO_RESET: '1' }));
    await fresh.close();
    assert.deepEqual(await api.database.db.selectFrom('audit').selectAll().execute(), []);
  });
});
