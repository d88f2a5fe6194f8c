/** The operator's account commands, run while the API is running. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { AuditEntry, CareRequest, DeskPatient, RequestAccepted, User } from '../../src/contract.ts';
import { ACCOUNTS } from '../../src/operator/accounts-command.ts';
import { performOperatorCommand } from '../../src/operator/command.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { isKnownCode } from '../../src/repositories/desk/patients.ts';
import { insertMessage } from '../../src/repositories/messages/messages.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

const COMMAND = resolve(import.meta.dirname, '../../src/operator/accounts-command.ts');
const run = promisify(execFile);

/** Performs the command in this process, which takes a tenth of the time of starting one. */
const accounts = (env: Record<string, string>, ...args: string[]) => performOperatorCommand(ACCOUNTS, args, env);

/** Runs the command as an operator would. */
async function runAccounts(env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _unused, ...inherited } = process.env;
  try {
    const { stdout } = await run(process.execPath, [COMMAND, ...args], { env: { ...inherited, ...env } });
    return { code: 0, output: stdout.trim() };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr.trim() };
  }
}

describe('the accounts command', () => {
  let api: TestApi;
  let token: string;
  const me = async () => (await api.ask<User>('GET', '/api/v1/users/me', { token })).body;
  const log = async (language: string) =>
    (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token, headers: { 'accept-language': language } }))
      .body;

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('lists the demo accounts, of which some are testers', async () => {
    const { code, output } = await runAccounts(api.env, 'list');
    assert.equal(code, 0);
    assert.match(output, /^patient@example\.org\tpatient\ttester$/m);
    assert.match(output, /^second@example\.org\tpatient$/m);
    assert.equal((await me()).tester, true);
  });

  it('makes a tester: the open session shows it immediately, and it is logged', async () => {
    await accounts(api.env, 'unmake-tester', 'patient@example.org');
    const made = await accounts(api.env, 'make-tester', 'Patient@Example.ORG');
    assert.deepEqual(made, { code: 0, output: 'patient@example.org is a tester now.' });
    assert.equal((await me()).tester, true);
    assert.match((await accounts(api.env, 'list')).output, /^patient@example\.org\tpatient\ttester$/m);
    const [entry] = await log('en');
    assert.deepEqual(
      [entry?.action, entry?.who, entry?.isYou, entry?.what],
      ['TESTER_CHANGED', 'The operator of this app', false, 'Changed whether you may use test versions'],
    );
    assert.equal((await log('fr'))[0]?.who, 'L’exploitant de cette application');
  });

  it('reports when there is nothing to change, and logs nothing', async () => {
    const before_ = (await log('en')).length;
    const again = await accounts(api.env, 'make-tester', 'patient@example.org');
    assert.deepEqual(again, { code: 0, output: 'patient@example.org is a tester already.' });
    assert.equal((await log('en')).length, before_);
  });

  it('takes it back', async () => {
    const ended = await accounts(api.env, 'unmake-tester', 'patient@example.org');
    assert.deepEqual(ended, { code: 0, output: 'patient@example.org is not a tester now.' });
    assert.equal((await me()).tester, false);
  });

  it('make-staff refuses an account whose email is not validated, which the list shows', async () => {
    const email = 'unvalidated@example.org';
    const { code, output } = await accounts(api.env, 'make-staff', email);
    assert.deepEqual([code, /has not opened the link in the validation email/.test(output)], [1, true], output);
    assert.match((await accounts(api.env, 'list')).output, /^unvalidated@example\.org\tpatient\temail not validated$/m);
  });

  it('operators can approve, deny, unlock, sign out and appoint staff, all logged', async () => {
    const { db } = api.database;
    const one = 'review@example.com';
    const other = 'second@example.org';
    const outputs: [string, string, string][] = [
      ['approve', one, `${one} is approved now.`],
      ['approve', one, `${one} is approved already.`],
      ['deny', one, `${one} is denied now.`],
      ['unlock', other, `${other} may try to sign in again.`],
      ['sign-out', other, `${other} is signed out everywhere.`],
      ['make-staff', other, `${other} is staff now, and signs in with a code by email.`],
      ['make-staff', other, `${other} is staff already.`],
    ];
    for (let index = 0; index < 5; index += 1) {
      await api.ask('POST', '/api/v1/sessions', { body: { username: other, password: 'Wrong-pass1' } });
    }
    const before_ = await api.ask('POST', '/api/v1/sessions', { body: { username: other, password: PASSWORD } });
    assert.equal(before_.status, 429);
    const wristband = await api.scan('ER10000002');
    for (const [word, email, output] of outputs)
      assert.deepEqual(await accounts(api.env, word, email), { code: 0, output });
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: wristband })).status, 401);
    const staff = await api.signInStaff(other);
    const words = async (reader: string) =>
      (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: reader })).body
        .filter(({ who }) => who === 'The operator of this app')
        .map(({ what }) => what);
    assert.deepEqual((await words(staff)).toSorted(), [
      'Let you try to sign in again',
      'Made you hospital staff',
      'Signed you out everywhere',
    ]);
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('object', 'in', ['account-approved', 'account-denied'])
      .execute();
    assert.deepEqual(
      rows.map(({ actor_id: actor }) => actor),
      [null, null],
    );
    assert.match((await accounts(api.env, 'list')).output, /^review@example\.com\tpatient\tdenied$/m);
    assert.equal((await api.ask('POST', '/api/v1/sessions/code', { body: { code: 'ER10000002' } })).status, 401);
  });

  it('emails the owner of an approved or denied account in their language, as the desk does', async () => {
    const email = 'review@example.com';
    const { db } = api.database;
    await db.updateTable('users').set({ locale: 'en', hospital_status_id: 2 }).where('email', '=', email).execute();
    const env = { ...api.env, PUBLIC_URL: 'https://care.example.org' };
    await accounts(env, 'approve', email);
    const approved = await api.lastMessage(email);
    assert.equal(approved.subject, 'Your account is approved');
    assert.match(approved.body, /https:\/\/care\.example\.org\/onboarding\/login/);
    await accounts(env, 'deny', email, 'We do not know', 'this clinic.');
    assert.match((await api.lastMessage(email)).body, /We do not know this clinic\./);
    await accounts(env, 'approve', email);
    await db.updateTable('users').set({ locale: 'fr' }).where('email', '=', email).execute();
    await accounts(env, 'deny', email);
    assert.match((await api.lastMessage(email)).body, /L’hôpital n’en a donné aucune/);
    const waiting = await db.selectFrom('messages').select('state').where('recipient', '=', email).execute();
    assert.deepEqual(new Set(waiting.map(({ state }) => state)), new Set(['queued']));
    const before_ = await api.outbox();
    assert.equal(
      (await accounts(env, 'approve', 'patient@example.org')).output,
      'patient@example.org is approved already.',
    );
    assert.deepEqual(await api.outbox(), before_);
  });

  const idOf = async (session: string) => (await api.ask<User>('GET', '/api/v1/users/me', { token: session })).body.id;

  /** Returns the kinds of a user's latest changes on the stream, newest first. */
  const lastChanges = async (person: string, count: number) => {
    const changes = api.database.db.selectFrom('changes').select('kind').where('person', '=', person);
    const rows = await changes.orderBy('place', 'desc').limit(count).execute();
    return rows.map(({ kind }) => kind);
  };

  it('erasing a supporter keeps their requests about a patient, with replies', async () => {
    const staff = await api.signInStaff();
    const [first, second] = ['mila.patient@example.net', 'theo.supporter@example.net'];
    const sessions: string[] = [];
    for (const [index, email] of [first, second].entries()) {
      const body = { firstName: 'Théo', lastName: 'Fading', phone: `+1 613 555 015${index}`, email };
      const made = await api.ask<DeskPatient>('POST', '/api/v1/desk/patients', { token: staff, body });
      sessions.push(await openSession(api.database.db, made.body.id, 'full', readConfig(api.env).limits));
    }
    const [patient = '', supporter = ''] = sessions;
    await api.ask('POST', '/api/v1/supporters', { token: patient, body: { name: 'Théo', phone: '+1 613 555 0159' } });
    const link = /invitation\/([0-9a-f-]{36})/.exec((await api.lastMessage('+1 613 555 0159')).body)?.[1];
    const accept = `/api/v1/invitations/${link}/accept`;
    const { profile } = (await api.ask<RequestAccepted>('POST', accept, { token: supporter })).body;
    const question = { kind: 'question', text: 'May I bring flowers?' };
    const path = (profileId: number) => `/api/v1/profiles/${profileId}/requests`;
    const asked = await api.ask<CareRequest>('POST', path(profile.id), { token: supporter, body: question });
    assert.equal(asked.status, 201);
    const reply = { token: staff, body: { text: 'Please do.' } };
    await api.ask('POST', `/api/v1/desk/requests/${asked.body.id}/replies`, reply);
    await api.ask('POST', path(1), { token: supporter, body: { ...question, text: 'About myself' } });
    const patientId = await idOf(patient);

    assert.equal((await accounts(api.env, 'erase', second, 'for', 'good')).code, 0);
    const kept = (await api.ask<CareRequest[]>('GET', path(1), { token: patient })).body;
    assert.deepEqual(
      kept.map(({ text, who, replies }) => [text, who, replies.map((item) => item.text)]),
      [['May I bring flowers?', 'Erased account', ['Please do.']]],
    );
    assert.deepEqual(await lastChanges(patientId, 1), ['share.updated']);
    const supporters = await api.ask<unknown[]>('GET', '/api/v1/supporters', { token: patient });
    assert.deepEqual(supporters.body, []);
    const { requests } = await api.database.db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll().as('requests'))
      .where('text', '=', 'About myself')
      .executeTakeFirstOrThrow();
    assert.equal(Number(requests), 0);
    const entries = (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: patient })).body;
    assert.equal(entries.find(({ action }) => action === 'REQUEST_SENT')?.who, 'Erased account');
  });

  it('erasing a patient keeps only the audit log and wristband code', async () => {
    const { db } = api.database;
    const staff = await api.signInStaff();
    const email = 'lea.erased@example.net';
    const form = { firstName: 'Léonie', lastName: 'Vanishing', phone: '+1 613 555 0144', email };
    const { id } = (await api.ask<DeskPatient>('POST', '/api/v1/desk/patients', { token: staff, body: form })).body;
    const { code } = (
      await api.ask<{ code: string }>('POST', `/api/v1/desk/patients/${id}/wristband`, { token: staff })
    ).body;
    const patient = await openSession(db, id, 'full', readConfig(api.env).limits);
    const invite = { name: 'Maya', phone: '+1 416 555 0102' };
    await api.ask('POST', '/api/v1/supporters', { token: patient, body: invite });
    const link = /invitation\/([0-9a-f-]{36})/.exec((await api.lastMessage(invite.phone)).body)?.[1];
    const supporter = await api.signIn();
    const accepted = await api.ask('POST', `/api/v1/invitations/${link}/accept`, { token: supporter });
    assert.ok(accepted.status < 300, `${accepted.status}`);
    const traces = async () => {
      const found: string[] = [];
      for (const { name } of await db.introspection.getTables()) {
        const rows = JSON.stringify(await sql`select * from ${sql.table(name)}`.execute(db));
        if (/Léonie|Vanishing|lea\.erased|16135550144|vanishing/.test(rows)) found.push(name);
      }
      return found.sort();
    };
    assert.ok((await traces()).includes('profiles'));
    await db.updateTable('users').set({ mobile_phone: '+1 613 555 0145' }).where('id', '=', id).execute();
    const own = [email, '16135550144', '16135550145'];
    for (const to of own) await insertMessage(db, { channel: to === email ? 'email' : 'sms', to, body: 'News' }, true);

    assert.equal((await accounts(api.env, 'erase', email)).code, 1);
    assert.equal((await accounts(api.env, 'erase', 'staff@example.org', 'for', 'good')).code, 1);
    assert.deepEqual(await accounts(api.env, 'erase', email, 'for', 'good'), {
      code: 0,
      output: 'The account is erased.',
    });
    assert.deepEqual(await db.selectFrom('messages').select('id').where('recipient', 'in', own).execute(), []);
    const changes = await lastChanges(await idOf(supporter), 3);
    assert.deepEqual(changes.toSorted(), ['event.removed', 'event.removed', 'share.updated'], 'open apps are told');
    const ofTexts = ['messages', 'throttles'];
    assert.deepEqual(
      (await traces()).filter((name) => !ofTexts.includes(name)),
      [],
    );
    assert.equal(
      (await api.ask('POST', '/api/v1/sessions/code', { body: { code } })).body.error.code,
      'BARCODE_UNKNOWN',
    );
    assert.equal(await isKnownCode(db, code), true);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: patient })).status, 401);
    const profiles = await api.ask<{ id: number }[]>('GET', '/api/v1/profiles', { token: supporter });
    assert.ok(!JSON.stringify(profiles.body).includes('Vanishing'));
    const log = await db.selectFrom('audit').select('object').where('subject_id', '=', id).execute();
    assert.ok(
      log.some(({ object }) => object === 'wristband-issued') && log.some(({ object }) => object === 'account-erased'),
    );
  });

  it('users cannot make themselves testers', async () => {
    await api.ask('PATCH', '/api/v1/users/me', { token, body: { tester: true, isTester: true, is_tester: 1 } });
    assert.equal((await me()).tester, false);
  });

  it('explains the error and changes nothing for an unknown email, command or database', async () => {
    const unknown = await accounts(api.env, 'make-tester', 'nobody@example.org');
    assert.deepEqual(unknown, { code: 1, output: 'There is no account with the email nobody@example.org.' });
    for (const args of [
      [],
      ['make-tester'],
      ['make-king', 'a@example.org'],
      ['list', 'a@example.org'],
      ['approve', 'a@example.org', 'more'],
      ['constructor'],
    ]) {
      const { code, output } = await accounts(api.env, ...args);
      assert.equal(code, 1);
      assert.match(output, /^Usage: npm run accounts/);
    }
    const empty = await mkdtemp(join(tmpdir(), 'no-database-'));
    const none = await runAccounts({ DATA_DIR: empty }, 'list');
    assert.equal(none.code, 1);
    assert.match(none.output, /There is no database at/);
    await rm(empty, { recursive: true });
  });
});
