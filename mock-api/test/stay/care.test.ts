import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type CareEvent,
  type CarePlan,
  EVENT_TYPE,
  type Notification,
  type Profile,
  RESULT_TYPE,
  type Result,
  type SupporterInvited,
} from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

describe('the care data', () => {
  let api: TestApi;
  let token: string;
  const read = async <Body>(url: string, language = 'en') => {
    const { status, body, headers } = await api.ask<Body>('GET', `/api/v1/${url}`, {
      token,
      headers: { 'accept-language': language },
    });
    assert.deepEqual([status, headers['content-language']], [200, language === 'en' ? 'en-CA' : 'fr-CA']);
    assert.match(String(headers.vary), /Accept-Language/);
    assert.equal(headers['cache-control'], 'no-store');
    return body;
  };

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('starts with the user’s own profile and notifications', async () => {
    const [profile, ...others] = await read<Profile[]>('profiles');
    const data = {
      firstName: 'Jordan',
      lastName: 'Avery',
      organization: 'Northside General Hospital',
      previousStay: 'March 16, 2020',
    };
    assert.deepEqual([profile?.id, profile?.title, profile?.data, others], [1, 'Jordan Avery', data, []]);
    const notifications = await read<Notification[]>('notifications');
    assert.ok(notifications.length >= 1);
    assert.ok(notifications.every(({ title, content, profileId }) => title && content && profileId === 1));
  });

  it('has three initial results of three types from the hospital, dated Mar 16, 2020', async () => {
    assert.deepEqual(RESULT_TYPE, { XRAY: 0, BLOOD: 1, ELECTROCARDIOGRAM: 2, BRAIN: 3, OTHER: 4 });
    const results = await read<Result[]>('results');
    assert.deepEqual(results.map(({ type }) => type).sort(), [0, 1, 2]);
    for (const { completedAt, performedAt, resultsAt } of results) {
      assert.equal(completedAt, 'Northside General Hospital');
      for (const time of [performedAt, resultsAt]) assert.match(time, /^2020-03-16T/);
    }
    const [result] = results;
    assert.deepEqual(await read(`results/${result?.id}`), result);
    const [plan] = await read<CarePlan[]>('care-plans');
    assert.deepEqual(await read(`care-plans/${plan?.id}`), plan);
  });

  it('blood values have units and the specified reference ranges', async () => {
    const blood = (await read<Result[]>('results')).find(({ type }) => type === RESULT_TYPE.BLOOD);
    assert.deepEqual(
      blood?.observations.map(({ code, referenceRange }) => [code, referenceRange?.low, referenceRange?.high]),
      [
        ['WBC', 3.5, 10.5],
        ['RBC', 4.3, 5.7],
        ['Hb', 13, 17],
        ['PLT', 150, 450],
      ],
    );
    assert.ok(blood?.observations.every(({ valueQuantity }) => valueQuantity && valueQuantity.unit !== ''));
  });

  it('care data is in French when requested', async () => {
    const names = async (language: string) => (await read<Result[]>('results', language)).map(({ name }) => name);
    assert.deepEqual(await names('en'), ['Electrocardiogram (ECG)', 'Blood test', 'Chest X-ray']);
    assert.deepEqual(await names('fr-CA'), ['Électrocardiogramme (ECG)', 'Analyse de sang', 'Radiographie du thorax']);
    const [plan] = await read<CarePlan[]>('care-plans', 'fr');
    assert.equal(plan?.data.carePlans[0]?.title, 'Repos');
    const headers = { 'accept-language': 'fr' };
    const body = { username: 'second@example.org', password: PASSWORD };
    const session = await api.ask<{ token: string }>('POST', '/api/v1/sessions', { body, headers });
    const answer = await api.ask('GET', '/api/v1/results', { token: session.body.token });
    assert.equal(answer.headers['content-language'], 'fr-CA', 'the language of the last sign-in');
  });
});

describe('supporters', () => {
  let api: TestApi;
  let token: string;
  const invite = <Body = SupporterInvited>(name: string, phone?: string) =>
    api.ask<Body>('POST', '/api/v1/supporters', { token, body: { name, phone } });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('are invited by a text message, with a pending event at the front', async () => {
    const { status, body } = await invite('Dana', '+1 416-555-0166');
    assert.equal(status, 201);
    const { supporter, event } = body;
    assert.deepEqual(
      [supporter.name, supporter.status, event.type, event.status],
      ['Dana', 'PENDING', EVENT_TYPE.SUPPORTER, 'PENDING'],
    );
    assert.ok(Object.values(supporter.permissions).every(Boolean));
    const [newest] = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    assert.deepEqual(newest, event);
    assert.match((await api.lastMessage('+1 416-555-0166')).body, /^Hello Dana\. Jordan Avery has invited you/);
    for (const [name, phone, fields] of [
      ['Sixteen letters!', '+1 416 555 0166', { name: 'Must be 15 characters or less' }],
      [' ', '+1 416 555 0166', { name: 'Required' }],
      ['Dana', '416 555 0166', { phone: 'The phone must have a correct phone format +1 416 555 0101' }],
      ['Dana', undefined, { phone: 'Mobile Phone Number is required' }],
    ] as const) {
      const refused = await invite<{ error: { fields: object } }>(name, phone);
      assert.deepEqual([refused.status, refused.body.error.fields], [400, fields]);
    }
  });

  it('can be texted once they have accepted, as can the user and the support team, but no other number', async () => {
    const text = async (phoneNumber: string) => {
      const body = { message: 'Hello there', phoneNumber };
      const answer = await api.ask('POST', '/api/v1/sms/', { token, body });
      return [answer.status, answer.body.error?.code];
    };
    assert.deepEqual(await text('14165550166'), [403, 'RECIPIENT_NOT_ALLOWED'], 'has not accepted yet');
    const { db } = api.database;
    await db.updateTable('supporters').set({ status: 'ACCEPTED' }).where('phone_digits', '=', '14165550166').execute();
    for (const number of ['14165550101', '4165550101', '14165550166', '14165550190', '14165550101'])
      assert.deepEqual(await text(number), [204, undefined], number);
    assert.deepEqual(await text('14165550102'), [403, 'RECIPIENT_NOT_ALLOWED']);
    assert.deepEqual(await text('+14165550101'), [400, 'VALIDATION']);
  });

  it('support requests reach the support number with the sender’s email', async () => {
    const send = (body: object) => api.ask('POST', '/api/v1/support-requests', { token, body });
    assert.equal(
      (await send({ issue: 'Technical Support', contactMethod: 'Email', comments: 'No sound' })).status,
      204,
    );
    assert.equal(
      (await api.lastMessage('+1 416 555 0190')).body,
      'Support request. Issue: Technical Support. Comments: No sound. Contact method: Email. Email: patient@example.org',
    );
    const empty = await send({ issue: '', contactMethod: '', comments: '' });
    assert.equal(empty.status, 204, 'no field is required');
  });
});
