import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  CareEvent,
  CarePlan,
  Notification,
  Profile,
  Result,
  Supporter,
  SupporterInvited,
} from '../../src/contract.ts';
import { EVENT_TYPE, RESULT_TYPE } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('the care data', () => {
  let api: TestApi;
  let token: string;
  const read = async <Body>(url: string, language = 'en') => {
    const { status, body, headers } = await api.ask<Body>('GET', url, {
      token,
      headers: { 'accept-language': language },
    });
    assert.equal(status, 200);
    assert.equal(headers['content-language'], language === 'en' ? 'en-CA' : 'fr-CA');
    assert.match(String(headers.vary), /Accept-Language/);
    assert.equal(headers['cache-control'], 'no-store');
    return body;
  };

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('starts with the user’s own profile', async () => {
    const profiles = await read<Profile[]>('/api/v1/profiles');
    assert.deepEqual(
      profiles.map(({ id, title, data }) => ({ id, title, data })),
      [
        {
          id: 1,
          title: 'Jordan Avery',
          data: {
            firstName: 'Jordan',
            lastName: 'Avery',
            organization: 'Northside General Hospital',
            previousStay: 'March 16, 2020',
          },
        },
      ],
    );
  });

  it('has three initial results of three types from the hospital, dated Mar 16, 2020', async () => {
    assert.deepEqual(RESULT_TYPE, { XRAY: 0, BLOOD: 1, ELECTROCARDIOGRAM: 2, BRAIN: 3, OTHER: 4 });
    const results = await read<Result[]>('/api/v1/results');
    assert.deepEqual(results.map(({ type }) => type).sort(), [
      RESULT_TYPE.XRAY,
      RESULT_TYPE.BLOOD,
      RESULT_TYPE.ELECTROCARDIOGRAM,
    ]);
    for (const result of results) {
      assert.equal(result.completedAt, 'Northside General Hospital');
      assert.match(result.performedAt, /^2020-03-16T/);
      assert.match(result.resultsAt, /^2020-03-16T/);
    }
  });

  it('blood values have units and the specified reference ranges', async () => {
    const blood = (await read<Result[]>('/api/v1/results')).find(({ type }) => type === RESULT_TYPE.BLOOD);
    const ranges = blood?.observations.map(({ code, referenceRange }) => [
      code,
      referenceRange?.low,
      referenceRange?.high,
    ]);
    assert.deepEqual(ranges, [
      ['WBC', 3.5, 10.5],
      ['RBC', 4.3, 5.7],
      ['Hb', 13, 17],
      ['PLT', 150, 450],
    ]);
    assert.ok(blood?.observations.every(({ valueQuantity }) => valueQuantity && valueQuantity.unit !== ''));
  });

  it('can be read one by one', async () => {
    const [result] = await read<Result[]>('/api/v1/results');
    const [plan] = await read<CarePlan[]>('/api/v1/care-plans');
    assert.deepEqual(await read(`/api/v1/results/${result?.id}`), result);
    assert.deepEqual(await read(`/api/v1/care-plans/${plan?.id}`), plan);
    for (const url of ['/api/v1/results/none', '/api/v1/care-plans/none', '/api/v1/supporters/none']) {
      const { status, body } = await api.ask('GET', url, { token });
      assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND']);
    }
  });

  it('care data is in French when requested', async () => {
    const names = async (language: string) =>
      (await read<Result[]>('/api/v1/results', language)).map(({ name }) => name);
    assert.deepEqual(await names('en'), ['Electrocardiogram (ECG)', 'Blood test', 'Chest X-ray']);
    assert.deepEqual(await names('fr-CA'), ['Électrocardiogramme (ECG)', 'Analyse de sang', 'Radiographie du thorax']);
    const [plan] = await read<CarePlan[]>('/api/v1/care-plans', 'fr');
    assert.equal(plan?.data.carePlans[0]?.title, 'Repos');
  });

  it('is in the language of the last sign-in when a request has no language', async () => {
    const headers = { 'accept-language': 'fr' };
    const body = { username: 'second@example.org', password: 'Demo-pass1' };
    const session = await api.ask<{ token: string }>('POST', '/api/v1/sessions', { body, headers });
    const { headers: answered } = await api.ask('GET', '/api/v1/results', { token: session.body.token });
    assert.equal(answered['content-language'], 'fr-CA');
  });

  it('has notifications', async () => {
    const notifications = await read<Notification[]>('/api/v1/notifications');
    assert.ok(notifications.length >= 2);
    assert.ok(notifications.every(({ title, content, profileId }) => title && content && profileId === 1));
  });
});

describe('supporters', () => {
  let api: TestApi;
  let token: string;
  const invite = (name: string, phone: string) =>
    api.ask<SupporterInvited>('POST', '/api/v1/supporters', { token, body: { name, phone } });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('are invited by a text message, with a pending event at the front', async () => {
    const { status, body } = await invite('Dana', '+1 416-555-0166');
    assert.equal(status, 201);
    assert.deepEqual(
      [body.supporter.name, body.supporter.status, body.event.type, body.event.status],
      ['Dana', 'PENDING', EVENT_TYPE.SUPPORTER, 'PENDING'],
    );
    assert.ok(Object.values(body.supporter.permissions).every(Boolean));
    const [newest] = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    assert.deepEqual(newest, body.event);
    assert.match((await api.lastMessage('+1 416-555-0166')).body, /^Hello Dana, Jordan Avery has invited you/);
  });

  it('are refused when the name is too long or the phone number is malformed', async () => {
    const cases = [
      [{ name: 'Sixteen letters!', phone: '+1 416 555 0166' }, { name: 'Must be 15 characters or less' }],
      [{ name: ' ', phone: '+1 416 555 0166' }, { name: 'Required' }],
      [
        { name: 'Dana', phone: '416 555 0166' },
        { phone: 'The phone must have a correct phone format +1 416 555 0101' },
      ],
      [{ name: 'Dana' }, { phone: 'Mobile Phone Number is required' }],
    ];
    for (const [body, fields] of cases) {
      const answer = await api.ask('POST', '/api/v1/supporters', { token, body });
      assert.deepEqual([answer.status, answer.body.error.fields], [400, fields]);
    }
  });

  it('keep their permissions once set', async () => {
    const { supporter } = (await invite('Lee', '+14165550167')).body;
    const permissions = { ...supporter.permissions, medicalRecords: false, feedback: false };
    const url = `/api/v1/supporters/${supporter.id}`;
    const changed = await api.ask<Supporter>('PATCH', url, { token, body: { permissions } });
    assert.deepEqual([changed.status, changed.body.permissions], [200, permissions]);
    assert.deepEqual((await api.ask('GET', url, { token })).body, changed.body);
    const listed = (await api.ask<Supporter[]>('GET', '/api/v1/supporters', { token })).body;
    assert.deepEqual(
      listed.find(({ id }) => id === supporter.id),
      changed.body,
    );
    assert.equal((await api.ask('PATCH', url, { token, body: { permissions: { feedback: 'no' } } })).status, 400);
  });

  it('can be texted once they have accepted, as can the user and the support team, but no other number', async () => {
    const text = (phoneNumber: string) =>
      api.ask('POST', '/api/v1/sms/', { token, body: { message: 'Hello there', phoneNumber } });
    assert.equal((await text('14165550166')).body.error.code, 'RECIPIENT_NOT_ALLOWED', 'has not accepted yet');
    const { db } = api.database;
    await db.updateTable('supporters').set({ status: 'ACCEPTED' }).where('phone_digits', '=', '14165550166').execute();
    for (const number of ['14165550101', '4165550101', '14165550166', '14165550190']) {
      assert.equal((await text(number)).status, 204, number);
    }
    const { status, body } = await text('14165550102');
    assert.deepEqual([status, body.error.code], [403, 'RECIPIENT_NOT_ALLOWED']);
    assert.equal((await text('+14165550101')).status, 400);
    assert.equal((await text('14165550101')).status, 204);
    assert.equal((await text('14165550101')).body.error.code, 'TOO_MANY_TEXTS');
  });

  it('support requests reach the support number with the sender’s email', async () => {
    const body = { issue: 'Technical Support', contactMethod: 'Email', comments: 'No sound' };
    assert.equal((await api.ask('POST', '/api/v1/support-requests', { token, body })).status, 204);
    assert.equal(
      (await api.lastMessage('+1 416 555 0190')).body,
      'Support request. Issue: Technical Support. Comments: No sound. Contact method: Email. Email: patient@example.org',
    );
    const empty = { issue: '', contactMethod: '', comments: '' };
    const answer = await api.ask('POST', '/api/v1/support-requests', { token, body: empty });
    assert.equal(answer.status, 204, 'no field is required');
  });
});
