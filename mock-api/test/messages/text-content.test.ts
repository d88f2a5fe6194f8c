/** What people can write into texts and emails that others get: never a link, and never without their name. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
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
/** Names that look like another one: reversed by a direction mark, or with characters that aren't shown. */
const HIDDEN = ['Jordan \u202eyrevA', 'Jor\u200bdan', 'Jordan\u3164'];
// With borders: the random id of an invitation may contain 900, too.
const LINK = /evil|198\.51|\b900\b/i;

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

  const bodies = async () => (await api.outbox()).map(({ body }) => body);
  const post = (path: string, body: object, token?: string, headers = {}) =>
    api.ask('POST', `/api/v1/${path}`, { body, token, headers });
  const patch = (body: object, token = patient) => api.ask('PATCH', '/api/v1/users/me', { token, body });
  const text = (message: string, phoneNumber: string, headers = {}) =>
    post('sms/', { message, phoneNumber }, patient, headers);
  const DANA = { name: 'Dana', phone: '+14165550166' };

  it('names with links, email addresses, phone numbers or hidden characters are refused in every form, with the reason', async () => {
    const staff = await api.signInStaff();
    const account = {
      firstName: 'Eve',
      lastName: 'Doe',
      email: 'victim@example.org',
      organization: 'Northside',
      phoneNumber: '+14165550144',
      password: 'Sturdy-river-pass7',
      confirmPassword: 'Sturdy-river-pass7',
    };
    await api.database.db.deleteFrom('messages').execute();
    for (const name of [...SPAM, ...HIDDEN]) {
      const answers = [
        await post('users/register', { ...account, firstName: name }),
        await post('users/register', { ...account, lastName: name }),
        await patch({ firstName: name }),
        await patch({ lastName: name }),
        await post('desk/patients', { firstName: name, lastName: 'Doe', phone: '+14165550144' }, staff),
        ...(name.length <= 15 ? [await post('supporters', { ...DANA, name }, patient)] : []),
      ];
      for (const { status, body } of answers) {
        assert.equal(status, 400, name);
        assert.match(Object.values(body.error.fields ?? {}).join(), /^A name can't contain a link/);
      }
    }
    assert.deepEqual(await bodies(), []);
    for (const firstName of ['J. R.', 'J.R.', 'Anne-Marie', 'Dr. Zoë', 'St. John', 'O’Brien 3rd', 'Nguyễn', 'Jordan'])
      assert.equal((await patch({ firstName })).status, 200, 'an ordinary name');
  });

  it('names stored by an earlier version bring no link into texts and emails, and do not block other changes', async () => {
    const { db } = api.database;
    const email = 'second@example.org';
    const names = { first_name: 'You won at http://evil.example/prize', last_name: `evil.example\n${'x'.repeat(80)}` };
    await db.updateTable('users').set(names).where('email', '=', email).execute();
    const token = await api.signIn(email);
    const me = (await api.ask<object>('GET', '/api/v1/users/me', { token })).body;
    assert.equal((await patch({ ...me, phoneNumber: '+1 647 555 0188' }, token)).status, 200);
    assert.equal((await api.proveNumber(token, '+1 647 555 0188')).status, 200);
    assert.equal((await post('supporters', DANA, token)).status, 201);
    const sent = await bodies();
    assert.equal(sent.length, 4);
    for (const body of sent) assert.doesNotMatch(body, LINK);
    const invitation = sent.find((body) => /has invited you/.test(body)) ?? '';
    assert.match(invitation, /^Hello Dana\. You won at \[link removed\] \[link removed…/);
    assert.ok(invitation.length < 250);
  });

  it('free texts go only to accepted supporters, name their sender and hold no link', async () => {
    assert.equal((await post('supporters', DANA, patient)).status, 201);
    const refused = await text('Hello', '14165550166');
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'RECIPIENT_NOT_ALLOWED']);
    const supporter = await api.signIn('professional@example.org');
    const number = { phone_number: '+1 416 555 0102', phone_digits: '14165550102', proven_digits: '14165550102' };
    for (const [email, fields] of [
      ['second@example.org', { phone_digits: '' }],
      ['professional@example.org', number],
    ] as const)
      await api.database.db.updateTable('users').set(fields).where('email', '=', email).execute();
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
    for (const to of ['14165550101', '14165550190']) assert.equal((await text(SPAM[0] ?? '', to)).status, 204);
    const request = { issue: 'Other', contactMethod: 'Email', comments: SPAM.slice(0, 8).join(' ') };
    assert.equal((await post('support-requests', request, patient)).status, 204);
    const sent = await bodies();
    assert.equal(sent.length, 3);
    for (const one of sent) assert.doesNotMatch(one, LINK);
    assert.match(sent[1] ?? '', /^Jordan Avery sent you this message with Lodestar: You won at \[link removed\]$/);
  });
});
