import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { ApiError } from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

type Case = [name: string, request: Record<string, unknown>, status: number, code: string];

const JSON_TYPE = { 'content-type': 'application/json' };
const LOGIN = { method: 'POST', url: '/api/v1/sessions' };

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const CASES: Case[] = [
  ['malformed JSON', { ...LOGIN, headers: JSON_TYPE, payload: '{"username":' }, 400, 'BAD_JSON'],
  ['a poisoned prototype', { ...LOGIN, headers: JSON_TYPE, payload: '{"__proto__":{"x":1}}' }, 400, 'BAD_JSON'],
  ['no body', { ...LOGIN }, 400, 'VALIDATION'],
  ['an empty body', { ...LOGIN, headers: JSON_TYPE, payload: '' }, 400, 'VALIDATION'],
  ['an array', { ...LOGIN, payload: [] }, 400, 'VALIDATION'],
  ['a text', { ...LOGIN, headers: JSON_TYPE, payload: '"hello"' }, 400, 'VALIDATION'],
  ['XML', { ...LOGIN, headers: { 'content-type': 'text/xml' }, payload: '<a/>' }, 415, 'WRONG_MEDIA_TYPE'],
  ['a form', { ...LOGIN, headers: { 'content-type': 'text/plain' }, payload: 'a=b' }, 415, 'WRONG_MEDIA_TYPE'],
  ['a huge body', { ...LOGIN, payload: { username: 'x'.repeat(70_000), password: 'x' } }, 413, 'TOO_LARGE'],
  ['30,000 brackets', { ...LOGIN, headers: JSON_TYPE, payload: nested(30_000) }, 400, 'TOO_DEEP'],
  ['200,000 brackets', { ...LOGIN, headers: JSON_TYPE, payload: nested(200_000) }, 400, 'TOO_DEEP'],
  ['33 levels', { ...LOGIN, headers: JSON_TYPE, payload: nested(33) }, 400, 'TOO_DEEP'],
  ['32 levels', { ...LOGIN, headers: JSON_TYPE, payload: nested(32) }, 400, 'VALIDATION'],
  [
    'brackets in a text',
    { ...LOGIN, payload: { username: 'a@b.co', password: '"\\[{'.repeat(20) } },
    401,
    'LOGIN_FAILED',
  ],
  ['an unknown route', { method: 'GET', url: '/api/v1/nothing' }, 404, 'ROUTE_NOT_FOUND'],
  ['another method', { method: 'PUT', url: '/api/v1/sessions', payload: {} }, 404, 'ROUTE_NOT_FOUND'],
  ['a broken percent code', { method: 'GET', url: '/api/v1/results/%E0%A4%A' }, 400, 'BAD_REQUEST'],
  ['a NUL character', { ...LOGIN, payload: { username: 'a\u0000b', password: 'x' } }, 400, 'VALIDATION'],
];

describe('bad input', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  for (const [name, request, status, code] of CASES) {
    it(`${name}: ${status} ${code}`, async () => {
      const answer = await api.app.inject(request);
      assert.equal(answer.statusCode, status);
      const { error } = answer.json<ApiError>();
      assert.equal(error.code, code);
      assert.ok(error.message.length > 10);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    });
  }

  it('the response names every field of the wrong type', async () => {
    const token = await api.signIn();
    const registration = 'confirmPassword email firstName lastName organization password phoneNumber';
    for (const [path, body, fields] of [
      ['sessions', { username: 1, password: null }, 'password username'],
      ['sessions/code', { code: ['ER10000001'] }, 'code'],
      ['sessions/pin/verify', { pin: 1234 }, 'pin'],
      ['sessions/email', { email: {} }, 'email'],
      ['users/register', { firstName: true }, registration],
      ['users/poc', { email: 'a@b.co', name: 'N', optIn: 'yes' }, 'optIn'],
      ['users/validate-email', { uuid: 5 }, 'uuid'],
      ['users/forgot-password', {}, 'email'],
      ['users/me', { phone: { country: 1, digits: 'x' } }, 'phone phone.country phone.digits'],
      ['supporters', { name: 5, phone: 5 }, 'name phone'],
      ['support-requests', { issue: 'x'.repeat(101) }, 'comments contactMethod issue'],
      ['sms/', { message: '', phoneNumber: '123' }, 'message phoneNumber'],
    ] as const) {
      const answer = await api.ask(path === 'users/me' ? 'PATCH' : 'POST', `/api/v1/${path}`, { body, token });
      assert.equal(answer.status, 400, path);
      assert.deepEqual(
        Object.keys(answer.body.error.fields ?? {})
          .sort()
          .join(' '),
        fields,
        path,
      );
    }
  });

  it('duplicate query parameters are refused and the last JSON key wins', async () => {
    const token = await api.signInStaff();
    const search = (query: string) => api.ask('GET', `/api/v1/desk/patients?${query}`, { token });
    assert.equal((await search('search=Jordan')).status, 200);
    assert.equal((await search('search=Jordan&search=Avery')).status, 400);
    const login = async (...passwords: string[]) => {
      const pairs = passwords.map((password) => `"password":"${password}"`);
      const payload = `{"username":"patient@example.org",${pairs.join()}}`;
      return (await api.app.inject({ ...LOGIN, headers: JSON_TYPE, payload })).statusCode;
    };
    // The last value counts everywhere, as in JSON.parse.
    assert.deepEqual([await login('Wrong-pass1', PASSWORD), await login(PASSWORD, 'Wrong-pass1')], [200, 401]);
  });

  it('reads that change something answer only scripts of the page itself', async () => {
    const token = await api.signIn();
    const ask = async (path: string, site: string, mode: string, dest: string) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
      return (await api.ask('GET', `/api/v1/users/me/${path}`, { token, headers })).status;
    };
    for (const path of ['activate', 'complete', 'reset']) {
      assert.equal(await ask(path, 'same-origin', 'cors', 'empty'), 200, path);
      for (const [site, mode, dest] of [
        ['none', 'navigate', 'document'],
        ['same-origin', 'navigate', 'document'],
        ['same-origin', 'no-cors', 'image'],
        ['same-site', 'cors', 'empty'],
        ['cross-site', 'cors', 'empty'],
      ] as const)
        assert.equal(await ask(path, site, mode, dest), 400, `${path} ${site} ${mode}`);
    }
  });

  it('is refused in the reader’s language', async () => {
    const french = { headers: { 'accept-language': 'fr-CA' } };
    const missing = await api.ask('GET', '/api/v1/nothing', french);
    assert.equal(missing.body.error.message, 'Il n’y a rien à cette adresse.');
    const wrong = await api.ask('POST', '/api/v1/users/forgot-password', { ...french, body: {} });
    assert.deepEqual(wrong.body.error.fields, { email: 'Courriel obligatoire' });
  });

  it('that isn’t HTTP gets a response and does no harm', async () => {
    const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.write('NONSENSE\r\n\r\n');
    const answer = (await socket.toArray()).join('');
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(answer, /"code":"BAD_REQUEST"/);
    assert.equal((await api.ask('GET', '/api/health')).status, 200);
  });

  it('internal errors reveal no details', async () => {
    const broken = await startApi();
    await broken.database.db.schema.dropTable('facts').execute();
    const { status, body } = await broken.ask('GET', '/api/health');
    await broken.close();
    assert.deepEqual([status, body], [500, { error: { code: 'INTERNAL', message: 'Something went wrong' } }]);
  });
});
