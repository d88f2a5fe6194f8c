import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startApi, type TestApi } from '../support/api.ts';

const BREACHED = 'Leaked-and-sold-7';
const hash = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();

describe('breached passwords', () => {
  let api: TestApi;
  /** Paths that the service was asked for. */
  const asked: string[] = [];
  let isUp = true;
  const service = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (!isUp) return void response.writeHead(503).end();
    // A count of 0 is padding.
    response.end(`${'0'.repeat(35)}:0\r\n${hash.slice(5)}:12\r\n`);
  });

  before(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    api = await startApi({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}/range/` });
  });
  after(async () => {
    await api.close();
    service.close();
  });

  let people = 0;
  const register = (password: string) => {
    people += 1;
    return api.ask('POST', '/api/v1/users/register', {
      body: {
        firstName: 'Noor',
        lastName: 'Haddad',
        email: `person${people}@example.org`,
        organization: 'Northside General Hospital',
        phoneNumber: '+14165550177',
        password,
        confirmPassword: password,
      },
    });
  };

  it('are refused in a registration; the service learns five digits of the hash', async () => {
    const refused = await register(BREACHED);
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'PASSWORD_COMMON']);
    assert.deepEqual(asked, [`/range/${hash.slice(0, 5)}`]);
    assert.equal((await register('Never-leaked-7')).status, 201);
  });

  it('are refused in a reset, whose link stays valid', async () => {
    await api.ask('POST', '/api/v1/users/forgot-password', { body: { email: 'patient@example.org' } });
    const uuid = await api.mailedToken('patient@example.org');
    const reset = (password: string) =>
      api.ask('POST', '/api/v1/users/reset-app-password', { body: { uuid, password } });
    assert.equal((await reset(BREACHED)).body.error.code, 'PASSWORD_COMMON');
    assert.equal((await reset('Never-leaked-8')).status, 204);
  });

  it('are not known while the service is down: people go on', async () => {
    isUp = false;
    assert.equal((await register(BREACHED)).status, 201);
  });
});
