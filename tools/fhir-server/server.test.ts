import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
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

interface Bundle {
  total: number;
  link: { relation: string; url: string }[];
  entry: { resource: { id: string }; search: { mode: string } }[];
}

const patient = { reference: 'Patient/x' };
const observation = (id: string, fields: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  subject: patient,
  category: [{ coding: [{ system: 'http://c', code: 'laboratory' }] }],
  code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
  ...fields,
});
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
  const find = async (path: string) => (await (await call(path)).json()) as Bundle;
  const ids = ({ entry }: Bundle) =>
    entry.filter(({ search }) => search.mode === 'match').map(({ resource }) => resource.id);
  const create = (value: string) =>
    call('QuestionnaireResponse', {
      method: 'POST',
      headers: { 'if-none-exist': `identifier=http://o|${value}` },
      body: response(value),
    });

  before(async () => {
    server = await startFhirServer({
      pageSize: 2,
      clients: [{ id: CLIENT, keys: [KEY], scopes: ['system/*.cruds', 'system/Patient.rs'] }],
    });
    const { access_token } = await askToken(server, assertionFor(server.tokenUrl));
    authorization = `Bearer ${access_token}`;
    for (const id of ['a', 'b', 'c']) server.store.put(observation(id));
    server.store.put(observation('d', { subject: { reference: 'Patient/y' }, code: { coding: [{ code: '1' }] } }));
    server.store.put({ resourceType: 'Patient', id: 'x', identifier: [{ system: 'http://w', value: 'ER1' }] });
  });
  beforeEach(() => server.setFaults([]));
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

  it('finds by patient, code, category, identifier and id, page by page', async () => {
    const first = await find('Observation?patient=x');
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? '';
    assert.deepEqual([ids(first), first.total, ids(await find(next))], [['a', 'b'], 3, ['c']]);
    assert.deepEqual(ids(await find('Observation?subject=Patient/y&category=http://c|laboratory')), ['d']);
    assert.deepEqual(ids(await find('Observation?code=1,2&_count=9')), ['d']);
    assert.deepEqual(ids(await find('Patient?identifier=http://w|ER1')), ['x']);
    assert.deepEqual(ids(await find('Patient?identifier=http://w|ER2')), []);
    assert.equal((await call('Observation?colour=red')).status, 400);
    server.expireLinks();
    assert.equal((await call(next)).status, 410);
  });

  it('finds what has changed since a time', async () => {
    const { lastUpdated = '' } = server.store.latest('Observation/c') ?? {};
    assert.deepEqual(ids(await find(`Observation?_lastUpdated=ge${lastUpdated}`)), ['c', 'd']);
    assert.deepEqual(ids(await find(`Observation?_lastUpdated=gt${lastUpdated}`)), ['d']);
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
    assert.deepEqual([(await call(at)).status, (await find(`${at}/_history`)).total], [410, 3]);
    assert.equal((await call('Observation/a', { method: 'DELETE' })).status, 405);
  });

  it('is busy, unavailable or cut off at every n-th request', async () => {
    server.setFaults([
      { kind: 'busy', every: 2, retryAfter: 7 },
      { kind: 'unavailable', every: 3, retryAfter: { date: 60 } },
    ]);
    const answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push(await call('Patient/x'));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('retry-after')?.replace(/.*GMT/, 'date')]),
      [
        [200, undefined],
        [429, '7'],
        [503, 'date'],
      ],
    );
  });

  it('keeps the digits of numbers', async () => {
    server.store.put(observation('exact', { valueQuantity: { value: JSON.rawJSON('1.00') } }));
    assert.match(await (await call('Observation/exact')).text(), /"value":1\.00/);
  });

  it('wants a category and cannot tell what has changed in the manner of Epic', async () => {
    const epic = await startFhirServer({ manner: 'epic' });
    const statusOf = async (path: string) => (await fetch(`${epic.base}/${path}`)).status;
    const paths = [
      'Observation?patient=x',
      'Observation?patient=x&category=laboratory',
      'Condition?_lastUpdated=ge2026',
    ];
    const statuses = await Promise.all(paths.map(statusOf));
    const metadata = await (await fetch(`${epic.base}/metadata`)).text();
    await epic.close();
    assert.deepEqual([statuses, metadata.includes('_lastUpdated')], [[400, 200, 400], false]);
  });

  it('notifies a subscriber until it accepts, and names only the patient', async () => {
    const bodies: string[] = [];
    const statuses = [503, 204];
    const listener = createServer(async (request, answer) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      bodies.push(`${request.headers.authorization} ${text}`);
      answer.writeHead(statuses.shift() ?? 204).end();
      if (statuses.length === 0) listener.emit('accepted');
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const endpoint = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/notify`;
    const accepted = once(listener, 'accepted');
    const notifying = await startFhirServer();
    notifying.subscribe({ endpoint, headers: { authorization: 'Bearer s' } });
    for (const id of ['a', 'b']) notifying.store.put(observation(id));
    await accepted;
    await notifying.close();
    listener.close();
    assert.deepEqual(bodies, Array(2).fill('Bearer s {"reference":"Patient/x"}'));
  });

  it('has its resources again after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fhir-server-'));
    const file = join(folder, 'resources.ndjson');
    const first = await startFhirServer({ file });
    first.store.put(observation('kept'));
    first.store.put(observation('kept', { status: 'amended' }));
    first.store.put(observation('removed'));
    first.store.remove('Observation/removed');
    await first.close();
    const again = await startFhirServer({ file });
    const kept = again.store.history('Observation/kept').map(({ resource }) => resource?.status);
    const removed = again.store.latest('Observation/removed');
    await again.close();
    rmSync(folder, { recursive: true });
    assert.deepEqual([kept, removed?.resource, existsSync(file)], [['final', 'amended'], undefined, false]);
  });
});
