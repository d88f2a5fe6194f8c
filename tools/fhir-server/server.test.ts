import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type FhirServer, startFhirServer } from './server.ts';

const CLIENT = 'lodestar';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: 'one' };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function assertionFor(tokenUrl: string, claims: object = {}, key = privateKey): string {
  const iat = Math.floor(Date.now() / 1_000);
  const head = part({ alg: 'ES384', kid: 'one', typ: 'JWT' });
  const body = part({ iss: CLIENT, sub: CLIENT, aud: tokenUrl, jti: randomUUID(), exp: iat + 240, ...claims });
  const signature = sign('sha384', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' });
  return `${head}.${body}.${signature.toString('base64url')}`;
}

async function askToken(server: FhirServer, assertion: string, scope = 'system/*.cruds') {
  const answer = await fetch(server.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  return { status: answer.status, ...((await answer.json()) as { access_token?: string; error?: string }) };
}

const response = (value: string) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  identifier: { system: 'http://o', value },
});

describe('the FHIR server', () => {
  let server: FhirServer;
  let authorization = '';

  const call = (path: string, init: { method?: string; headers?: Record<string, string>; body?: object } = {}) =>
    fetch(path.startsWith('http') ? path : `${server.base}/${path}`, {
      ...init,
      headers: { authorization, ...init.headers },
      ...(init.body ? { body: JSON.stringify(init.body) } : {}),
    } as RequestInit);
  const create = (value: string) =>
    call('QuestionnaireResponse', {
      method: 'POST',
      headers: { 'if-none-exist': `identifier=http://o|${value}` },
      body: response(value),
    });

  before(async () => {
    server = await startFhirServer({
      clients: [{ id: CLIENT, keys: [KEY], scopes: ['system/*.cruds', 'system/Patient.rs'] }],
    });
    const { access_token } = await askToken(server, assertionFor(server.tokenUrl));
    authorization = `Bearer ${access_token}`;
    server.store.put({ resourceType: 'Observation', id: 'a' });
    server.store.put({ resourceType: 'Patient', id: 'x' });
  });
  after(() => server.close());

  it('refuses an assertion that is replayed, expired, too long, for another server or of another key', async () => {
    const { tokenUrl } = server;
    const used = assertionFor(tokenUrl);
    assert.equal((await askToken(server, used)).status, 200);
    const now = Math.floor(Date.now() / 1_000);
    const bad = [
      used,
      assertionFor(tokenUrl, { exp: now - 1 }),
      assertionFor(tokenUrl, { exp: now + 900 }),
      assertionFor('http://elsewhere/token'),
      assertionFor(tokenUrl, { iss: 'stranger' }),
      assertionFor(tokenUrl, {}, other.privateKey),
    ];
    const answers = await Promise.all(bad.map((assertion) => askToken(server, assertion)));
    assert.deepEqual(
      new Set(answers.map(({ status, error }) => `${status} ${error}`)),
      new Set(['400 invalid_client']),
    );
  });

  it('lets a token do only what its scopes say', async () => {
    const { access_token } = await askToken(server, assertionFor(server.tokenUrl), 'system/Patient.rs');
    const headers = { authorization: `Bearer ${access_token}` };
    const statuses = [
      (await call('Patient/x', { headers })).status,
      (await call('Observation/a', { headers })).status,
      (await call('QuestionnaireResponse', { method: 'POST', headers, body: response('never') })).status,
      (await call('Patient/x', { headers: { authorization: 'Bearer no' } })).status,
    ];
    assert.deepEqual(statuses, [200, 403, 403, 401]);
  });

  it('creates once what has the same identifier, also when its answer is lost', async () => {
    server.setFaults([{ kind: 'cut', every: 1 }]);
    await assert.rejects(async () => (await create('once')).text());
    server.setFaults([]);
    const statuses = [(await create('once')).status, (await create('twice')).status];
    assert.deepEqual(statuses, [200, 201]);
    assert.equal(server.store.ofType('QuestionnaireResponse').length, 2);
  });

  it('keeps versions, refuses an old one, and says what was deleted', async () => {
    const { id } = (await (await create('versions')).json()) as { id: string };
    const at = `QuestionnaireResponse/${id}`;
    const body = { ...response('versions'), id, status: 'amended' };
    const changed = await call(at, { method: 'PUT', headers: { 'if-match': 'W/"1"' }, body });
    const stale = await call(at, { method: 'PUT', headers: { 'if-match': 'W/"1"' }, body });
    assert.deepEqual([changed.status, changed.headers.get('etag'), stale.status], [200, 'W/"2"', 412]);
    const first = (await (await call(`${at}/_history/1`)).json()) as { status: string };
    assert.equal(first.status, 'completed');
    assert.equal((await call(at, { method: 'DELETE' })).status, 204);
    const history = (await (await call(`${at}/_history`)).json()) as { total: number };
    assert.deepEqual([(await call(at)).status, history.total], [410, 3]);
    assert.equal((await call('Observation/a', { method: 'DELETE' })).status, 405);
  });
});
