/** What people can write into texts and emails that others get: never a link, and never without their name. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { OutboxMessage } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const SPAM = [
  'You won at http://evil.example/prize',
  'www.evil.example',
  'evil.example',
  'Win at evil。example',
  'evil\u200b.exa\u00admple',
  'ｈｔｔｐ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'http://198.51.100.7/a',
  'prize@evil.example',
  'Call 1 900 555 0100',
];
const LINK = /evil|198\.51|900/i;

describe('texts and emails with words of their sender', () => {
  let api: TestApi;
  let patient: string;

  before(async () => {
    api = await startApi();
    patient = await api.signIn();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
    await api.database.db.deleteFrom('messages').execute();
  });

  const bodies = async () => (await api.outbox()).map(({ body }: OutboxMessage) => body);
  const text = (message: string, phoneNumber: string, headers = {}) =>
    api.ask('POST', '/api/v1/sms/', { token: patient, body: { message, phoneNumber }, headers });

  it('names with links, email addresses or phone numbers are refused in every form, with the reason', async () => {
    const staff = await api.signInStaff();
    const account = {
      firstName: 'Eve',
      lastName: 'Doe',
      email: 'victim@example.org',
      organization: 'Northside',
      phoneNumber: '+14165550144',
      password: 'Sturdy-pass7',
      confirmPassword: 'Sturdy-pass7',
    };
    await api.database.db.deleteFrom('messages').execute();
    for (const name of SPAM) {
      const short = name.slice(0, 15);
      const answers = [
        await api.ask('POST', '/api/v1/users/register', { body: { ...account, firstName: name } }),
        await api.ask('POST', '/api/v1/users/register', { body: { ...account, lastName: name } }),
        await api.ask('PATCH', '/api/v1/users/me', { token: patient, body: { firstName: name } }),
        await api.ask('PATCH', '/api/v1/users/me', { token: patient, body: { lastName: name } }),
        await api.ask('POST', '/api/v1/desk/patients', {
          token: staff,
          body: { firstName: name, lastName: 'Doe', phone: '+14165550144' },
        }),
        ...(short === name
          ? [await api.ask('POST', '/api/v1/supporters', { token: patient, body: { name, phone: '+14165550166' } })]
          : []),
      ];
      for (const { status, body } of answers) {
        assert.equal(status, 400, name);
        assert.match(Object.values(body.error.fields ?? {}).join(), /^A name can't contain a link/);
      }
    }
    assert.deepEqual(await bodies(), []);
  });

  it('ordinary names are accepted', async () => {
    for (const firstName of ['J. R.', 'J.R.', 'Anne-Marie', 'Dr. Zoë', 'St. John', 'O’Brien 3rd', 'Nguyễn'])
      assert.equal((await api.ask('PATCH', '/api/v1/users/me', { token: patient, body: { firstName } })).status, 200);
    await api.ask('PATCH', '/api/v1/users/me', { token: patient, body: { firstName: 'Jordan' } });
  });

  it('names stored by an earlier version bring no link into texts and emails, and do not block other changes', async () => {
    const { db } = api.database;
    const email = 'second@example.org';
    const names = { first_name: 'You won at http://evil.example/prize', last_name: `evil.example\n${'x'.repeat(80)}` };
    await db.updateTable('users').set(names).where('email', '=', email).execute();
    const token = await api.signIn(email);
    const me = (await api.ask<object>('GET', '/api/v1/users/me', { token })).body;
    const change = { ...me, phoneNumber: '+1 647 555 0188' };
    assert.equal((await api.ask('PATCH', '/api/v1/users/me', { token, body: change })).status, 200);
    const invite = { name: 'Dana', phone: '+14165550166' };
    assert.equal((await api.ask('POST', '/api/v1/supporters', { token, body: invite })).status, 201);
    const sent = await bodies();
    assert.equal(sent.length, 3);
    for (const body of sent) assert.doesNotMatch(body, LINK);
    const invitation = sent.find((body) => /has invited you/.test(body)) ?? '';
    assert.match(invitation, /^Hello Dana, You won at \[link removed\] \[link removed…/);
    assert.ok(invitation.length < 250);
  });

  it('free texts go only to accepted supporters, name their sender and hold no link', async () => {
    const pending = { name: 'Dana', phone: '+14165550166' };
    assert.equal((await api.ask('POST', '/api/v1/supporters', { token: patient, body: pending })).status, 201);
    const refused = await text('Hello', '14165550166');
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'RECIPIENT_NOT_ALLOWED']);
    const supporter = await api.signIn('professional@example.org');
    const { db } = api.database;
    const number = { phone_number: '+1 416 555 0102', phone_digits: '14165550102' };
    await db.updateTable('users').set({ phone_digits: '' }).where('email', '=', 'second@example.org').execute();
    await db.updateTable('users').set(number).where('email', '=', 'professional@example.org').execute();
    await shareWith(api, patient, supporter);
    const message = `See you at 3.30 p.m. ${SPAM.slice(0, 8).join(' ')} Call 416 555 0101.`;
    assert.equal((await text(message, '14165550102')).status, 204);
    const { body } = await api.lastMessage('+14165550102');
    assert.match(body, /^Jordan Avery sent you this message with Lodestar: See you at 3\.30 p\.m\. You won at \[link/);
    assert.match(body, /Call 416 555 0101\.$/);
    assert.doesNotMatch(body, LINK);
    assert.equal((await text('À bientôt', '14165550102', { 'accept-language': 'fr-CA' })).status, 204);
    assert.match(
      (await api.lastMessage('+14165550102')).body,
      /^Jordan Avery vous a écrit avec Lodestar\u00a0: À bientôt$/,
    );
  });

  it('texts to the own number and to support also name their sender and hold no link', async () => {
    assert.equal((await text(SPAM[0] ?? '', '14165550101')).status, 204);
    assert.equal((await text(SPAM[0] ?? '', '14165550190')).status, 204);
    const body = { issue: 'Other', contactMethod: 'Email', comments: SPAM.slice(0, 8).join(' ') };
    assert.equal((await api.ask('POST', '/api/v1/support-requests', { token: patient, body })).status, 204);
    const sent = await bodies();
    assert.equal(sent.length, 3);
    for (const one of sent) assert.doesNotMatch(one, LINK);
    assert.match(sent[1] ?? '', /^Jordan Avery sent you this message with Lodestar: You won at \[link removed\]$/);
  });
});
