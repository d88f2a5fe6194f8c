import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { GatewayConfig } from '../http/config.ts';
import { startPublished, writeTeams } from '../testing/fixtures.ts';
import { serve } from '../testing/servers.ts';
import { makeTeam } from '../testing/teams.ts';
import { type Access, LOCAL_WORK_HEADER, LOCAL_WORK_PATH, localWorkHeader } from './access.ts';

const GATEWAY = 'https://lodestar.example.org';
const OWN = '/api/v1/users/me';
const SESSIONS = '/api/v1/sessions';
const BY_TESTER = { authorization: 'Bearer tester' };

/** Starts a gateway with a team "ward", and an API whose accounts are testers or patients. */
async function start(test: TestContext, localWork: GatewayConfig['localWork'], apiUrls?: string[]) {
  const calls: string[] = [];
  const api = await serve(test, ({ method, url = '', headers }, response) => {
    const tester = headers.authorization === 'Bearer tester';
    if (url !== '/readyz') calls.push(`${method} ${url} ${headers[LOCAL_WORK_HEADER] ?? ''}`.trim());
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ scope: 'full', tester }));
  });
  const stage = await startPublished(test, { localWork, apiUrls: apiUrls ?? [api], publicUrl: GATEWAY });
  const ward = makeTeam('ward', ['pharmacy']);
  await writeTeams(stage.folder, { ward: ward.listed });
  const header = (access: Access, gateway = GATEWAY, { privateKey } = ward.key) =>
    localWorkHeader(gateway, privateKey, access);
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, headers = {}) => {
    const answer = await stage.app.inject({ method, url, headers });
    const { error } = answer.json();
    return `${answer.statusCode}${error ? ` ${error.code}` : ''}`;
  };
  return { ...stage, ward, calls, header, ask };
}

describe('local work', () => {
  it('reads, signs in and out with a team’s key; any other call gets 403 and never reaches the API', async (test) => {
    const { header, ask, calls, app } = await start(test, 'write');
    const headers = { ...header('read'), ...BY_TESTER };
    assert.equal(await ask('GET', LOCAL_WORK_PATH, header('read')), '200');
    for (const [method, url] of [
      ['GET', '/api/events?limit=3'],
      ['POST', SESSIONS],
      ['POST', `${SESSIONS}/pin/verify`],
      ['DELETE', SESSIONS],
    ] as const)
      assert.equal(await ask(method, url, headers), '200', `${method} ${url}`);
    const reached = calls.filter((call) => call !== `GET ${OWN}`);
    assert.deepEqual(reached, [
      'GET /api/events?limit=3',
      `POST ${SESSIONS}`,
      `POST ${SESSIONS}/pin/verify`,
      `DELETE ${SESSIONS}`,
    ]);
    calls.length = 0;
    for (const [method, url] of [
      ['POST', '/api/events/7/open'],
      ['PATCH', OWN],
      ['PUT', '/api/v1/desk/patients/7/plans/2026-01-31'],
      ['DELETE', `${SESSIONS}/7`],
      ['POST', `${SESSIONS}/email`],
      ['POST', `${SESSIONS}/../users/register`],
      ['GET', '/api/v1/users/7/reset'],
      ['POST', '/recorder/'],
    ] as const)
      assert.equal(await ask(method, url, headers), '403 LOCAL_WORK_READ_ONLY', `${method} ${url}`);
    const { body } = await app.inject({ method: 'PATCH', url: OWN, headers: { ...headers, 'accept-language': 'fr' } });
    assert.match(body, /rien n’y est modifié.*--writable/);
    assert.deepEqual(calls, []);
  });

  it('changes something only where both the developer and the operator allow it', async (test) => {
    const { header, ask } = await start(test, 'write');
    assert.equal(await ask('PATCH', OWN, { ...header('write'), ...BY_TESTER }), '200');
    const careful = await start(test, 'read');
    assert.equal(await careful.ask('GET', OWN, { ...careful.header('read'), ...BY_TESTER }), '200');
    for (const [method, url] of [
      ['GET', LOCAL_WORK_PATH],
      ['GET', OWN],
      ['PATCH', OWN],
    ] as const)
      assert.equal(await careful.ask(method, url, careful.header('write')), '403 LOCAL_WORK_ONLY_READING');
  });

  it('is refused with a key that is unknown or withdrawn, and with a token that is altered, old or another’s', async (test) => {
    const { header, ask, calls, ward, folder } = await start(test, 'write');
    const token = header('read')[LOCAL_WORK_HEADER] ?? '';
    const stranger = makeTeam('stranger', ['*']);
    const refused: [token: string | undefined, fault: string][] = [
      ['', 'INVALID'],
      [`${token.slice(0, -4)}AAAA`, 'INVALID'],
      [header('read', GATEWAY, stranger.key)[LOCAL_WORK_HEADER], 'UNKNOWN_KEY'],
      [header('read', 'https://other.example.org')[LOCAL_WORK_HEADER], 'OTHER_GATEWAY'],
    ];
    for (const [value, fault] of refused)
      for (const url of [OWN, LOCAL_WORK_PATH])
        assert.equal(await ask('GET', url, { [LOCAL_WORK_HEADER]: value }), `401 LOCAL_WORK_${fault}`);
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 });
    assert.equal(await ask('GET', OWN, { [LOCAL_WORK_HEADER]: token }), '401 LOCAL_WORK_EXPIRED');
    await writeTeams(folder, { ward: { ...ward.listed, withdrawn: new Date().toISOString() } });
    assert.equal(await ask('GET', OWN, header('read')), '401 LOCAL_WORK_UNKNOWN_KEY');
    assert.deepEqual(calls, []);
  });

  it('shows nothing of an account that is no tester’s, or while the API can’t be asked', async (test) => {
    const { header, ask, calls } = await start(test, 'write');
    const headers = { ...header('write'), authorization: 'Bearer patient' };
    assert.equal(await ask('GET', '/api/events', headers), '403 LOCAL_WORK_NO_TESTER');
    assert.deepEqual(calls, [`GET ${OWN}`]);
    assert.equal(await ask('DELETE', SESSIONS, headers), '200');
    const alone = await start(test, 'write', ['http://127.0.0.1:9']);
    assert.equal(await alone.ask('GET', OWN, { ...alone.header('read'), ...BY_TESTER }), '503 UNAVAILABLE');
  });

  it('is refused where the operator has not allowed it, while browsers are served as usual', async (test) => {
    const { header, ask, calls } = await start(test, 'off');
    assert.equal(await ask('GET', OWN, { ...header('read'), ...BY_TESTER }), '403 LOCAL_WORK_OFF');
    assert.equal(await ask('GET', LOCAL_WORK_PATH, header('read')), '403 LOCAL_WORK_OFF');
    assert.deepEqual(calls, []);
    assert.equal(await ask('PATCH', OWN, BY_TESTER), '200');
  });
});
