/** The operator's account commands, run while the API is running. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import type { AuditEntry, CareRequest, DeskPatient, Profile, User } from '../../src/contract.ts';
import { ACCOUNTS } from '../../src/operator/accounts-command.ts';
import { performOperatorCommand } from '../../src/operator/command.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { isKnownCode } from '../../src/repositories/desk/patients.ts';
import { insertMessage } from '../../src/repositories/messages/messages.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { sayYes } from '../support/sharing.ts';

const COMMAND = resolve(import.meta.dirname, '../../src/operator/accounts-command.ts');
const run = promisify(execFile);

/** Performs the command in this process, which takes a tenth of the time of starting one. */
const perform = (env: Record<string, string>, ...args: string[]) => performOperatorCommand(ACCOUNTS, args, env);

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
  const accounts = (...args: string[]) => perform(api.env, ...args);
  const meOf = async (session: string) => (await api.ask<User>('GET', '/api/v1/users/me', { token: session })).body;
  const log = async (language = 'en', reader = token) => {
    const headers = { 'accept-language': language };
    return (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: reader, headers })).body;
  };

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('makes and unmakes testers: the open session shows it immediately, and each change is logged once', async () => {
    const email = 'patient@example.org';
    const isTester = async () => (await meOf(token)).tester;
    const { code, output } = await runAccounts(api.env, 'list');
    assert.equal(code, 0);
    assert.match(output, /^patient@example\.org\tpatient\ttester$/m);
    assert.match(output, /^second@example\.org\tpatient$/m);
    assert.deepEqual(await accounts('unmake-tester', email), { code: 0, output: `${email} is not a tester now.` });
    assert.equal(await isTester(), false);
    const made = await accounts('make-tester', 'Patient@Example.ORG');
    assert.deepEqual([made, await isTester()], [{ code: 0, output: `${email} is a tester now.` }, true]);
    const entries = await log();
    const { action, who, isYou, what } = entries[0] as AuditEntry;
    assert.deepEqual(
      [action, who, isYou, what],
      ['TESTER_CHANGED', 'The operator of this app', false, 'Changed whether you may use test versions'],
    );
    assert.equal((await log('fr'))[0]?.who, 'L’exploitant de cette application');
    assert.equal((await accounts('make-tester', email)).output, `${email} is a tester already.`);
    assert.equal((await log()).length, entries.length);
  });

  it('users cannot make themselves testers', async () => {
    await accounts('unmake-tester', 'patient@example.org');
    await api.ask('PATCH', '/api/v1/users/me', { token, body: { tester: true, isTester: true, is_tester: 1 } });
    assert.equal((await meOf(token)).tester, false);
  });

  it('make-staff refuses an account whose email is not validated, which the list shows', async () => {
    const { code, output } = await accounts('make-staff', 'unvalidated@example.org');
    assert.deepEqual([code, /has not opened the link in the validation email/.test(output)], [1, true], output);
    assert.match((await accounts('list')).output, /^unvalidated@example\.org\tpatient\temail not validated$/m);
  });

  it('operators can approve, deny, unlock, sign out and appoint staff, all logged', async () => {
    const one = 'review@example.com';
    const other = 'second@example.org';
    const signIn = (password: string) => api.ask('POST', '/api/v1/sessions', { body: { username: other, password } });
    for (let index = 0; index < 5; index += 1) await signIn('Wrong-pass1');
    assert.equal((await signIn(PASSWORD)).status, 429);
    const wristband = await api.scan('ER10000002');
    for (const [word, email, output] of [
      ['approve', one, `${one} is approved now.`],
      ['approve', one, `${one} is approved already.`],
      ['deny', one, `${one} is denied now.`],
      ['unlock', other, `${other} may try to sign in again.`],
      ['end-sessions', other, `${other} is signed out everywhere.`],
      [
        'make-staff',
        other,
        `${other} is staff now, and signs in with a code by email. Give them a role, or they have every role: npm run accounts -- role ${other} nurse --wards 4A`,
      ],
      ['make-staff', other, `${other} is staff already.`],
    ] as const)
      assert.deepEqual(await accounts(word, email), { code: 0, output });
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: wristband })).status, 401);
    const entries = await log('en', await api.signInStaff(other));
    const acts = entries.filter(({ who }) => who === 'The operator of this app').map(({ what }) => what);
    const expected = ['Let you try to sign in again', 'Made you hospital staff', 'Signed you out everywhere'];
    assert.deepEqual(acts.sort(), expected);
    const audited = api.database.db
      .selectFrom('audit')
      .select(['object', 'actor_id'])
      .where('object', 'like', 'account-%');
    const rows = (await audited.execute()).map(({ object, actor_id: actor }) => `${object} by ${actor}`);
    const byOperator = ['account-approved by null', 'account-denied by null', 'account-unlocked by null'];
    assert.deepEqual(rows.sort(), byOperator);
    assert.match((await accounts('list')).output, /^review@example\.com\tpatient\tdenied$/m);
    assert.equal((await api.ask('POST', '/api/v1/sessions/code', { body: { code: 'ER10000002' } })).status, 401);
  });

  it('operators can sign out everyone, whose streams and pushes end, too', async () => {
    const tokens = [token, await api.signIn('second@example.org'), await api.scan('ER10000001')];
    const { code, output } = await accounts('end-sessions', '--all');
    assert.deepEqual([code, /^Everyone is signed out: [1-9]\d* people\.$/.test(output)], [0, true], output);
    for (const ended of tokens) assert.equal((await api.ask('GET', '/api/v1/users/me', { token: ended })).status, 401);
    const { db } = api.database;
    const { id } = await api.user('patient@example.org');
    const changes = db.selectFrom('changes').select('kind').where('object_id', '=', id).orderBy('place', 'desc');
    assert.equal((await changes.executeTakeFirst())?.kind, 'session.ended');
    token = await api.signIn();
    assert.equal((await log())[0]?.what, 'Signed in');
    assert.equal((await log())[1]?.what, 'Signed you out everywhere');
  });

  it('emails the owner of an approved or denied account in their language, as the desk does', async () => {
    const email = 'review@example.com';
    const { db } = api.database;
    const update = (changes: { locale: 'en' | 'fr'; hospital_status_id?: number }) =>
      db.updateTable('users').set(changes).where('email', '=', email).execute();
    await update({ locale: 'en', hospital_status_id: 2 });
    const env = { ...api.env, PUBLIC_URL: 'https://care.example.org' };
    await perform(env, 'approve', email);
    const approved = await api.lastMessage(email);
    assert.equal(approved.subject, 'Your account is approved');
    assert.match(approved.body, /https:\/\/care\.example\.org\/onboarding\/login/);
    await perform(env, 'deny', email, 'We do not know', 'this clinic.');
    assert.match((await api.lastMessage(email)).body, /We do not know this clinic\./);
    await perform(env, 'approve', email);
    await update({ locale: 'fr' });
    await perform(env, 'deny', email);
    assert.match((await api.lastMessage(email)).body, /L’hôpital n’en a donné aucune/);
    const waiting = await db.selectFrom('messages').select('state').where('recipient', '=', email).execute();
    assert.deepEqual(new Set(waiting.map(({ state }) => state)), new Set(['queued']));
    const sent = await api.outbox();
    await perform(env, 'approve', 'patient@example.org');
    assert.deepEqual(await api.outbox(), sent, 'an account that is approved already gets no email');
  });

  /** Returns the kinds of a user's latest changes on the stream. */
  const lastChanges = async (person: string, count: number) => {
    const changes = api.database.db.selectFrom('changes').select('kind').where('person', '=', person);
    const rows = await changes.orderBy('place', 'desc').limit(count).execute();
    return rows.map(({ kind }) => kind).toSorted();
  };
  /** Creates a patient at the desk, and a session for them. */
  const newPatient = async (staff: string, form: { email: string; phone: string }) => {
    const body = { firstName: 'Théo', lastName: 'Fading', ...form };
    const { id } = (await api.ask<DeskPatient>('POST', '/api/v1/desk/patients', { token: staff, body })).body;
    return { id, session: await openSession(api.database.db, id, 'full', readConfig(api.env).limits) };
  };
  /** Has a patient invite a person, who accepts. */
  const share = async (patient: string, phone: string, supporter: string) => {
    await api.ask('POST', '/api/v1/supporters', { token: patient, body: { name: 'Maya', phone } });
    const link = /invitation\/([0-9a-f]{32})/.exec((await api.lastMessage(phone)).body)?.[1];
    const accepted = await api.ask('POST', `/api/v1/invitations/${link}/accept`, { token: supporter });
    assert.ok(accepted.status < 300, `${accepted.status}`);
    await sayYes(api, patient);
    return (await api.get<Profile[]>('/api/v1/profiles', supporter)).at(-1)?.id ?? 0;
  };

  it('erasing a supporter keeps their requests about a patient, with replies', async () => {
    const staff = await api.signInStaff();
    const email = 'theo.supporter@example.net';
    const patient = await newPatient(staff, { email: 'mila.patient@example.net', phone: '+1 613 555 0150' });
    const supporter = await newPatient(staff, { email, phone: '+1 613 555 0151' });
    const profileId = await share(patient.session, '+1 613 555 0159', supporter.session);
    const asks = (profile: number, text: string) => {
      const request = { token: supporter.session, body: { kind: 'question', text } };
      return api.ask<CareRequest>('POST', `/api/v1/profiles/${profile}/requests`, request);
    };
    const { id } = (await asks(profileId, 'May I bring flowers?')).body;
    await api.ask('POST', `/api/v1/desk/requests/${id}/replies`, { token: staff, body: { text: 'Please do.' } });
    await asks(1, 'About myself');

    assert.equal((await accounts('erase', email, 'for', 'good')).code, 0);
    const read = async <Body>(path: string) =>
      (await api.ask<Body>('GET', `/api/v1/${path}`, { token: patient.session })).body;
    assert.deepEqual(
      (await read<CareRequest[]>('profiles/1/requests')).map(({ text, who, replies }) => [text, who, replies[0]?.text]),
      [['May I bring flowers?', 'Erased account', 'Please do.']],
    );
    assert.deepEqual(await lastChanges(patient.id, 1), ['share.updated']);
    assert.deepEqual(await read('supporters'), []);
    const own = api.database.db.selectFrom('requests').select('id').where('text', '=', 'About myself');
    assert.deepEqual(await own.execute(), []);
    assert.equal(
      (await log('en', patient.session)).find(({ action }) => action === 'REQUEST_SENT')?.who,
      'Erased account',
    );
  });

  it('erasing a patient needs a confirmation, ends messages and sessions, and keeps only the log and the code', async () => {
    const { db } = api.database;
    const [email, phone, mobile] = ['lea.erased@example.net', '16135550144', '16135550145'];
    const staff = await api.signInStaff();
    const { id, session } = await newPatient(staff, { email, phone: `+${phone}` });
    const band = await api.ask<{ code: string }>('POST', `/api/v1/desk/patients/${id}/wristband`, { token: staff });
    const supporter = await api.signIn();
    await share(session, '+1 416 555 0102', supporter);
    await db
      .updateTable('users')
      .set({ mobile_phone: `+${mobile}` })
      .where('id', '=', id)
      .execute();
    await insertMessage(db, { channel: 'email', to: email, body: 'News' }, true);
    for (const to of [phone, mobile]) await insertMessage(db, { channel: 'sms', to, body: 'News' }, true);

    assert.equal((await accounts('erase', email)).code, 1);
    assert.equal((await accounts('erase', 'staff@example.org', 'for', 'good')).code, 1);
    assert.equal((await meOf(session)).id, id);
    const erased = await accounts('erase', email, 'for', 'good');
    assert.deepEqual(erased, { code: 0, output: 'The account is erased.' });
    const sent = db.selectFrom('messages').select('id').where('recipient', 'in', [email, phone, mobile]);
    assert.deepEqual(await sent.execute(), []);
    const changes = await lastChanges((await meOf(supporter)).id, 3);
    assert.deepEqual(changes, ['event.removed', 'event.removed', 'share.updated']);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: session })).status, 401);
    assert.equal(await isKnownCode(db, band.body.code), true);
    const profiles = await api.ask('GET', '/api/v1/profiles', { token: supporter });
    assert.doesNotMatch(JSON.stringify(profiles.body), /Fading/);
    const rows = await db.selectFrom('audit').select('object').where('subject_id', '=', id).execute();
    assert.ok(rows.some(({ object }) => object === 'account-erased'));
  });

  it('explains the error and changes nothing for an unknown email, command or database', async () => {
    const unknown = await accounts('make-tester', 'nobody@example.org');
    assert.deepEqual(unknown, { code: 1, output: 'There is no account with the email nobody@example.org.' });
    const email = 'a@example.org';
    const incomplete = [[], ['make-tester'], ['constructor']];
    const wrong = [
      ['make-king', email],
      ['list', email],
      ['approve', email, 'more'],
    ];
    for (const args of [...incomplete, ...wrong]) {
      const { code, output } = await accounts(...args);
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
