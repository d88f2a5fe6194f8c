import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { ApiError } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

type Case = [name: string, request: Record<string, unknown>, status: number, code: string];

const JSON_TYPE = { 'content-type': 'application/json' };
const LOGIN = { method: 'POST', url: '/api/v1/sessions' };

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

  // The API compiles a schema only when its route is called.
  it('every schema of every route compiles', async () => {
    let schemas = 0;
    const app = await buildApp(readConfig(api.env), false, (instance, customOptions) => {
      const validator = ajvCompiler()({}, { customOptions });
      const serializer = serializerCompiler()({}, {});
      instance.setValidatorCompiler((route) => {
        schemas += 1;
        return validator(route) as (data: unknown) => boolean;
      });
      instance.setSerializerCompiler((route) => {
        schemas += 1;
        return serializer({ httpStatus: 'default', ...route });
      });
    });
    await app.ready();
    await app.close();
    assert.ok(schemas > 100, `${schemas} schemas`);
  });

  it('the response names every field of the wrong type', async () => {
    const token = await api.signIn();
    const cases: [method: 'POST' | 'PATCH', url: string, body: unknown, fields: string[]][] = [
      ['POST', '/api/v1/sessions', { username: 1, password: null }, ['password', 'username']],
      ['POST', '/api/v1/sessions/code', { code: ['ER10000001'] }, ['code']],
      ['POST', '/api/v1/sessions/pin/verify', { pin: 1234 }, ['pin']],
      ['POST', '/api/v1/sessions/email', { email: {} }, ['email']],
      [
        'POST',
        '/api/v1/users/register',
        { firstName: true },
        ['confirmPassword', 'email', 'firstName', 'lastName', 'organization', 'password', 'phoneNumber'],
      ],
      ['POST', '/api/v1/users/poc', { email: 'a@b.co', name: 'N', optIn: 'yes' }, ['optIn']],
      ['POST', '/api/v1/users/validate-email', { uuid: 5 }, ['uuid']],
      ['POST', '/api/v1/users/forgot-password', {}, ['email']],
      ['PATCH', '/api/v1/users/me', { phone: { country: 1, digits: 'x' } }, ['phone', 'phone.country', 'phone.digits']],
      ['POST', '/api/v1/supporters', { name: 5, phone: 5 }, ['name', 'phone']],
      ['POST', '/api/v1/support-requests', { issue: 'x'.repeat(101) }, ['comments', 'contactMethod', 'issue']],
      ['POST', '/api/v1/sms/', { message: '', phoneNumber: '123' }, ['message', 'phoneNumber']],
    ];
    for (const [method, url, body, fields] of cases) {
      const answer = await api.ask(method, url, { body, token });
      assert.equal(answer.status, 400, url);
      assert.deepEqual(Object.keys(answer.body.error.fields ?? {}).sort(), fields, url);
    }
  });

  it('duplicate query parameters are refused and the last JSON key wins', async () => {
    const token = await api.signInStaff();
    const search = (query: string) => api.ask('GET', `/api/v1/desk/patients?${query}`, { token });
    assert.equal((await search('search=Jordan')).status, 200);
    assert.equal((await search('search=Jordan&search=Avery')).status, 400);
    const rightLast = '{"username":"patient@example.org","password":"Wrong-pass1","password":"Demo-pass1"}';
    const rightFirst = '{"username":"patient@example.org","password":"Demo-pass1","password":"Wrong-pass1"}';
    const statuses = [rightLast, rightFirst].map(
      async (payload) => (await api.app.inject({ ...LOGIN, headers: JSON_TYPE, payload })).statusCode,
    );
    // The last value counts everywhere, as in JSON.parse.
    assert.deepEqual(await Promise.all(statuses), [200, 401]);
  });

  it('is refused in the reader’s language', async () => {
    const french = { headers: { 'accept-language': 'fr-CA' } };
    const missing = await api.ask('GET', '/api/v1/nothing', french);
    assert.equal(missing.body.error.message, 'Il n’y a rien à cette adresse.');
    const wrong = await api.ask('POST', '/api/v1/users/forgot-password', { ...french, body: {} });
    assert.deepEqual(wrong.body.error.fields, { email: 'Courriel obligatoire' });
  });

  it('that isn’t HTTP gets a response and does no harm', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const address = api.app.server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const answer = await new Promise<string>((done, fail) => {
      const socket = connect(address.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('end', () => done(text));
      socket.on('error', fail);
    });
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
