import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type FhirServer, startFhirServer } from 'tools/fhir-server/server';
import type { Resource } from '../../fhir/datatypes.ts';
import { ownKey } from '../../fhir/references.ts';
import { findRemoved, type Marks, pull } from '../sync/pull.ts';
import { FhirClient, ServerCapability, search } from './client.ts';
import { type FhirError, retryAfterOf } from './error.ts';
import { findBy } from './patients.ts';
import { assertion, thumbprint } from './token.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
const clientsWith = (scope: string) => [{ id: 'lodestar', keys: [{ ...jwk, kid: thumbprint(jwk) }], scopes: [scope] }];
const CLIENTS = clientsWith('system/*.read');
const OPEN = new AbortController().signal;
const SYSTEM = 'urn:wristband';

const clientOf = ({ base }: FhirServer) => new FhirClient({ baseUrl: base, clientId: 'lodestar', privateKey }, OPEN);
const connect = (server: FhirServer) => {
  const client = clientOf(server);
  return { client, capability: new ServerCapability(client) };
};

async function read(server: ReturnType<typeof connect>, marks: Marks = {}) {
  const keys: string[] = [];
  const keep = async (resources: Resource[]) => void keys.push(...resources.map(ownKey));
  const pulled = await pull(server, { patientId: 'x', marks, keep });
  return { keys, ...pulled };
}

function fill({ store }: FhirServer): void {
  for (const [id, value] of ['x', 'y'].map((id) => [id, `ER-${id}`] as const))
    store.put({ resourceType: 'Patient', id, identifier: [{ system: SYSTEM, value }] });
  const subject = { reference: 'Patient/x' };
  for (let index = 0; index < 450; index += 1) {
    const category = [{ coding: [{ code: index % 2 === 0 ? 'laboratory' : 'vital-signs' }] }];
    store.put({ resourceType: 'Observation', id: `o${index}`, subject, category });
  }
  store.put({ resourceType: 'Condition', id: 'c', subject });
}

describe('reading from a FHIR server', () => {
  let hapi: FhirServer;
  let epic: FhirServer;

  before(async () => {
    hapi = await startFhirServer({ clients: CLIENTS });
    epic = await startFhirServer({ clients: CLIENTS, manner: 'epic' });
    fill(hapi);
    fill(epic);
  });
  after(async () => {
    await hapi.close();
    await epic.close();
  });

  it('reads all pages, then only what has changed', async () => {
    const server = connect(hapi);
    const first = await read(server);
    assert.equal(new Set(first.keys).size, 451);
    assert.ok(first.complete.get('Observation')?.has('Observation/o449'));
    assert.deepEqual(first.notAllowed, []);
    const later = Object.fromEntries(Object.keys(first.marks).map((type) => [type, Date.now() + 120_000]));
    const second = await read(server, later);
    assert.deepEqual([second.keys, second.complete.size], [[], 0]);
  });

  it('searches by category where the server wants one, which it remembers, and reads all without _lastUpdated', async () => {
    const server = connect(epic);
    assert.equal(new Set((await read(server)).keys).size, 451);
    const from = epic.requests.length;
    const { complete } = await read(server, { Observation: Date.now() });
    assert.equal(complete.get('Observation')?.size, 450);
    const asked = epic.requests.slice(from).filter((request) => request.includes('/Observation?'));
    assert.ok(asked.every((request) => request.includes('category=') && !request.includes('_lastUpdated')));
  });

  it('loses nothing when requests fail, connections end and links expire', async () => {
    hapi.setFaults([
      { kind: 'busy', every: 8, retryAfter: 0 },
      { kind: 'unavailable', every: 11, retryAfter: { date: 0 } },
      { kind: 'cut', every: 13 },
    ]);
    assert.equal(new Set((await read(connect(hapi))).keys).size, 451);
    hapi.setFaults([]);
    let pages = 0;
    const found = new Set<string>();
    await search(clientOf(hapi), 'Observation?patient=Patient/x&_count=100', async (page) => {
      pages += 1;
      for (const resource of page) found.add(ownKey(resource));
      if (pages === 2) hapi.expireLinks();
    });
    assert.deepEqual([found.size, pages], [450, 7]);
  });

  it('reports what the client may not read, and fails when it is refused or asked to wait for long', async () => {
    const narrow = await startFhirServer({ clients: clientsWith('system/Condition.read') });
    const refusing = await startFhirServer({ clients: [] });
    try {
      const failing = (server: FhirServer) => read(connect(server)).catch((error: unknown) => error);
      assert.equal(((await failing(refusing)) as FhirError).reason, 'refused');
      fill(narrow);
      const { keys, notAllowed } = await read(connect(narrow));
      assert.deepEqual(keys, ['Condition/c']);
      assert.ok(notAllowed.includes('Observation') && !notAllowed.includes('Condition'));
      hapi.setFaults([{ kind: 'busy', every: 1, retryAfter: 60 }]);
      const busy = (await failing(hapi)) as FhirError;
      assert.deepEqual([busy.reason, busy.retryAfter], ['busy', 60_000]);
    } finally {
      hapi.setFaults([]);
      await narrow.close();
      await refusing.close();
    }
  });

  it('never leaves the server’s origin, nor reads what is no FHIR R4', async () => {
    const client = clientOf(hapi);
    for (const url of ['https://other.example/fhir/Observation', '//other.example/x'])
      assert.equal(client.resolve(url), undefined);
    assert.ok(client.resolve(`${hapi.base}?_getpages=1`));
    await assert.rejects(client.read('https://other.example/x'), { reason: 'unusable' });
    const link = [{ relation: 'next', url: 'https://other.example/fhir?page=2' }];
    const value = { resourceType: 'Bundle', entry: [], link };
    const leading = { resolve: (url: string) => client.resolve(url), read: async () => ({ date: 0, value }) };
    const searched = search(leading, 'Observation?x', async () => undefined);
    await assert.rejects(searched, { reason: 'unusable' });
  });

  it('finds a patient by the wristband’s code only, and what was deleted', async () => {
    const client = clientOf(hapi);
    const found = async (identifierSystem: string) =>
      (await findBy({ client, identifierSystem, recordSystem: undefined }, { by: 'code', value: 'ER-x' })).map(
        ({ id }) => id,
      );
    assert.deepEqual([await found(SYSTEM), await found('urn:other')], [['x'], []]);
    const numbered = { client, identifierSystem: 'urn:other', recordSystem: SYSTEM };
    assert.equal((await findBy(numbered, { by: 'record-number', value: 'ER-y' }))[0]?.id, 'y');
    hapi.store.remove('Observation/o1');
    hapi.store.put({ resourceType: 'Observation', id: 'o2', subject: { reference: 'Patient/y' } });
    const removed = await findRemoved(connect(hapi), 'x', ['Observation/o1', 'Observation/o2', 'Observation/o3']);
    assert.deepEqual(removed.sort(), ['Observation/o1', 'Observation/o2']);
  });

  it('shares one token, and renews one that the server has forgotten', async () => {
    const from = hapi.requests.length;
    const client = clientOf(hapi);
    await Promise.all(Array.from({ length: 20 }, () => client.read('Patient/x')));
    const asked = () => hapi.requests.slice(from).filter((request) => request === 'POST /token').length;
    assert.equal(asked(), 1);
    client.token.forget(await client.token.authorization());
    await client.read('Patient/x');
    assert.equal(asked(), 2);
  });
});

describe('client assertions', () => {
  const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));

  it('names a key as RFC 7638 says', () => {
    // The example of RFC 7638, section 3.1.
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
    const named = thumbprint({ kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' });
    assert.equal(named, 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
  });

  it('are signed with ES384 or RS384, new each time, and valid for at most five minutes', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const ids = new Set<string>();
    for (const [key, alg] of [
      [privateKey, 'ES384'],
      [rsa, 'RS384'],
      [rsa, 'RS384'],
    ] as [KeyObject, string][]) {
      const [head, body, signature = ''] = assertion(key, 'lodestar', 'https://auth/token').split('.');
      const { jti, iat, exp, aud, iss, sub } = decode(body);
      const publicKey = createPublicKey(key);
      assert.equal(decode(head).alg, alg);
      assert.ok(exp - iat <= 300 && exp > iat);
      assert.deepEqual([aud, iss, sub], ['https://auth/token', 'lodestar', 'lodestar']);
      const format = alg === 'ES384' ? { key: publicKey, dsaEncoding: 'ieee-p1363' as const } : publicKey;
      assert.ok(verify('sha384', Buffer.from(`${head}.${body}`), format, Buffer.from(signature, 'base64url')));
      ids.add(jti);
    }
    assert.equal(ids.size, 3);
  });

  it('wait as long as a server asks, in seconds or until a date', () => {
    assert.equal(retryAfterOf('3'), 3000);
    const wanted = retryAfterOf(new Date(Date.now() + 10_000).toUTCString());
    assert.ok(wanted > 7000 && wanted <= 10_000);
    assert.deepEqual([retryAfterOf(null), retryAfterOf('soon')], [0, 0]);
  });
});
