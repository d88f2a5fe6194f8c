/** Surveys need a token of a session and an event: what the key in every page can't do, and what a signed-out phone can. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { DAY } from '../../src/common/clock.ts';
import type { CareEvent, StoryStepPlayed, SurveyToken } from '../../src/contract.ts';
import { hashEmail, issueSurveyToken, TOKEN_LIFETIME } from '../../src/security/survey-token.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { countOf, type Post, startRecorder, survey, type TestRecorder, times } from './test-recorder.ts';

const KEY = 'a-survey-token-key-of-these-tests';
const OTHER_KEY = 'another-survey-token-key-of-tests';
/** The recorder's key, which is in every page. */
const PAGE_KEY = 'a-key-that-is-in-every-page';
const HOSPITAL = {
  DEMO_MODE: '0',
  AUTHORIZER_KEY: PAGE_KEY,
  ALLOWED_ORIGINS: 'https://care.example.org',
  SURVEY_TOKEN_KEY: KEY,
};
const ATTACK = 399;
const BLOOD_SURVEY = 5;
const PATIENT = 'patient@example.org';

/** 56 kB, as in the attack that this ends. */
const LARGE = survey({
  Responses: Array.from({ length: 14 }, (_, index) => ({ question: `q${index}`, answer: 'x'.repeat(3_990) })),
});

describe('survey tokens', () => {
  let api: TestApi;
  let recorder: TestRecorder;
  let session: string;
  let about: string;
  let other: string;

  const ask = (events: string[], token = session) =>
    api.ask<SurveyToken[]>('POST', '/api/v1/survey-tokens', { token, body: { about: events } });
  const tokenFor = async (event = about) => (await ask([event])).body[0]?.token;

  before(async () => {
    api = await startApi({ SURVEY_TOKEN_KEY: KEY });
    recorder = await startRecorder(HOSPITAL);
    session = await api.signIn();
    const events: CareEvent[] = [];
    for (let step = 0; !events.some(({ type }) => type === BLOOD_SURVEY); step += 1) {
      const path = `/api/v1/story/patient/steps/${step}`;
      events.push(...(await api.ask<StoryStepPlayed>('POST', path, { token: session })).body.events);
    }
    about = String(events.find(({ type }) => type === BLOOD_SURVEY)?.id);
    other = String(events.find(({ type, survey: asked }) => ![4, 5, 9, 10].includes(type) && asked === undefined)?.id);
  });
  after(async () => {
    await api.close();
    await recorder.close();
  });

  it('the key in every page stores none of 399 forged surveys, small or large', async (test) => {
    const [small, large] = [
      await times(ATTACK, () => recorder.post({ address: '198.51.100.1' })),
      await times(ATTACK, () => recorder.post({ payload: LARGE, address: '198.51.100.2' })),
    ];
    assert.equal(countOf(small, 401), 300, 'the others are refused for their address');
    assert.ok([...small, ...large].every(({ status }) => [401, 429].includes(status)));
    assert.equal(await recorder.stored(), 0);
    test.diagnostic(`forged surveys: ${2 * ATTACK} with the page's key, 0 stored`);
  });

  it('a token stores one survey, also after its session has ended', async () => {
    const own = await api.signIn();
    const [{ token, expiresAt } = { token: '', expiresAt: '' }] = (await ask([about], own)).body;
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - TOKEN_LIFETIME) < DAY);
    assert.equal((await api.ask('DELETE', '/api/v1/sessions', { token: own })).status, 204);
    const count = await recorder.stored();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await recorder.post({ token, headers });
    assert.equal(first.status, 201);
    assert.deepEqual(await recorder.post({ token, headers }), { ...first, status: 200 });
    const again = await recorder.post({ token });
    assert.deepEqual([again.status, again.code], [403, 'TOKEN_USED']);
    assert.equal(await recorder.stored(), count + 1);
  });

  it('20 simultaneous surveys with one token store one', async () => {
    const [token, count] = [await tokenFor(), await recorder.stored()];
    const answers = await times(20, () => recorder.post({ token }));
    assert.deepEqual([countOf(answers, 201), countOf(answers, 403)], [1, 19]);
    assert.equal(await recorder.stored(), count + 1);
  });

  it('refuses other surveys, other people, and forged, altered and expired tokens', async (test) => {
    const [token = '', count] = [await tokenFor(), await recorder.stored()];
    const codeOf = async (post: Post) => (await recorder.post(post)).code;
    assert.equal(await codeOf({ token, payload: survey({ Survey: 'discharge' }) }), 'TOKEN_MISMATCH');
    assert.equal(await codeOf({ token, payload: survey({ Email: 'second@example.org' }) }), 'TOKEN_MISMATCH');
    const claims = { session: 's', event: 'e', survey: 'Blood test', email: hashEmail(PATIENT) };
    const [content = '', signature = ''] = token.split('.');
    const text = Buffer.from(content, 'base64url').toString();
    const longer = text.replace(/"expires":\d+/, '"expires":99999999999');
    for (const forged of [
      issueSurveyToken(OTHER_KEY, claims).token,
      issueSurveyToken('demo-survey-token-key-of-the-demo', claims).token,
      `${Buffer.from(longer).toString('base64url')}.${signature}`,
      `${content}.`,
      content,
      `${token}.${signature}`,
      'x'.repeat(2_000),
    ])
      assert.equal(await codeOf({ token: forged }), 'TOKEN_INVALID');
    const later = Date.now() + TOKEN_LIFETIME + DAY;
    test.mock.method(Date, 'now', () => later);
    assert.equal(await codeOf({ token }), 'TOKEN_EXPIRED');
    test.mock.restoreAll();
    assert.equal(await recorder.stored(), count);
    assert.equal((await recorder.post({ token })).status, 201, 'a refusal does not use the token up');
  });

  it('one session stores 30 surveys an hour at most, whatever it asks for', async () => {
    const own = await api.signIn();
    const count = await recorder.stored();
    const tokens = await times(40, async () => (await ask([about], own)).body[0]?.token);
    const answers = await times(40, (index) => recorder.post({ token: tokens[index], address: '198.51.100.3' }));
    assert.deepEqual([countOf(answers, 201), countOf(answers, 429)], [30, 10]);
    assert.ok(answers.every(({ status, wait }) => status === 201 || wait > 0));
    assert.equal(await recorder.stored(), count + 30);
  });

  it('a correction replaces only a survey about the same event of the same person', async () => {
    const { receiptId } = await recorder.post({ token: await tokenFor() });
    const claims = { session: 's', event: 'another', survey: 'Blood test', email: hashEmail(PATIENT) };
    const correct = (token = '') => recorder.post({ token, headers: { replaces: receiptId } });
    const foreign = await correct(issueSurveyToken(KEY, claims).token);
    assert.deepEqual([foreign.status, foreign.code], [404, 'RECEIPT_UNKNOWN']);
    assert.equal((await correct(await tokenFor())).status, 201);
  });

  it('the API issues tokens only for surveys that the session may answer', async () => {
    assert.deepEqual((await ask([other, 'no-such-event'])).body, []);
    assert.deepEqual((await ask([about], await api.signIn('second@example.org'))).body, []);
    const narrow = await api.scan();
    assert.equal((await ask([about], narrow)).status, 403);
    assert.equal((await api.ask('POST', '/api/v1/survey-tokens', { body: { about: [about] } })).status, 401);
    const content = Buffer.from(String(await tokenFor()).split('.')[0] ?? '', 'base64url').toString();
    for (const secret of [PATIENT, about, session]) assert.ok(!content.includes(secret), 'a token names nobody');
  });

  it('a demo accepts surveys without a token and checks one that is sent', async () => {
    const demo = await startRecorder({
      SURVEY_TOKEN_KEY: KEY,
      AUTHORIZER_KEY: PAGE_KEY,
      LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '4',
    });
    assert.equal((await demo.post()).status, 201);
    assert.equal((await demo.post({ token: await tokenFor() })).status, 201);
    assert.equal((await demo.post({ token: 'forged' })).code, 'TOKEN_INVALID');
    const large = await demo.post({ payload: LARGE });
    assert.deepEqual([large.status, large.code], [413, 'TOO_LARGE']);
    const fifth = await demo.post();
    assert.deepEqual([fifth.status, fifth.code], [429, 'TOO_MANY_SURVEYS']);
    assert.ok(fifth.wait >= 1 && fifth.wait <= 75);
    assert.equal((await demo.post({ address: '198.51.100.9' })).status, 201, 'another address is not held up');
    await demo.close();
  });

  it('a new key is accepted along with the previous one, and SURVEY_TOKENS=off checks none', async () => {
    const rotated = await startRecorder({ ...HOSPITAL, SURVEY_TOKEN_KEY: `${OTHER_KEY},${KEY}` });
    assert.equal((await rotated.post({ token: await tokenFor() })).status, 201);
    await rotated.close();
    const off = await startRecorder({ ...HOSPITAL, SURVEY_TOKENS: 'off' });
    assert.equal((await off.post({ token: 'whatever' })).status, 201);
    await off.close();
  });
});
