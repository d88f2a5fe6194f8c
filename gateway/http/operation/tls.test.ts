import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type ConnectionOptions, connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { readTls } from 'server-kit/tls/files';
import { makeCertificate } from '../../testing/certificate.ts';
import { PATIENTLY, startPublished, temporaryFolder } from '../../testing/fixtures.ts';
import { listen } from '../../testing/servers.ts';

/** Connects to a gateway, and returns the answer of `read` about the connection. */
async function connected<T>(port: number, read: (socket: TLSSocket) => T, options: ConnectionOptions = {}): Promise<T> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  const answer = read(socket);
  socket.end();
  return answer;
}

/** Returns the common name of the certificate that a server presents on a new connection. */
const shownBy = (port: number) => connected(port, (socket) => String(socket.getPeerCertificate().subject.CN));

/** Returns the TLS version negotiated with a client that supports only `version` and accepts the weakest ciphers. */
const spoken = (port: number, version: SecureVersion) => {
  const only = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
  return connected(port, (socket) => socket.getProtocol(), only);
};

/** Starts a listening gateway with a certificate. */
async function start(test: TestContext, name = 'server') {
  const folder = await temporaryFolder(test);
  const tls = await makeCertificate(folder, name);
  const { app, log } = await startPublished(test, { tls });
  return { folder, tls, log, ...(await listen(app)) };
}

describe('https at the gateway', () => {
  it('renewed certificates load without a restart; mismatched ones are ignored', async (test) => {
    const { folder, tls, log, port } = await start(test, 'first');
    const second = await makeCertificate(folder, 'second');
    assert.equal(await shownBy(port), 'first');
    await copyFile(second.certFile, tls.certFile);
    await test.waitFor(() => assert.match(log.join(), /certificate rejected/), PATIENTLY);
    assert.equal(await shownBy(port), 'first');
    await copyFile(second.keyFile, tls.keyFile);
    await test.waitFor(() => assert.match(log.join(), /certificate renewed/), PATIENTLY);
    assert.equal(await shownBy(port), 'second');
  });

  it('the gateway accepts only TLS 1.2 and 1.3', async (test) => {
    const { port } = await start(test);
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) assert.equal(await spoken(port, version), version);
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await assert.rejects(spoken(port, version), { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, version);
  });

  it('HTTPS responses set Secure cookies and HSTS', async (test) => {
    const { port } = await start(test);
    const options = { port, host: '127.0.0.1', rejectUnauthorized: false, headers: { accept: 'text/html' } };
    const [answer] = await once(get(options), 'response');
    answer.resume();
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
  });

  it('startup fails with the reason when the certificate or key is unusable', async (test) => {
    const folder = await temporaryFolder(test);
    const [one, other] = [await makeCertificate(folder, 'one'), await makeCertificate(folder, 'other')];
    const [nothing, text] = ['nothing', 'text'].map((name) => join(folder, name)) as [string, string];
    await writeFile(text, 'hello');
    const expired = await makeCertificate(folder, 'expired', -1).catch(() => undefined);
    const cases: [{ certFile?: string; keyFile?: string }, RegExp][] = [
      [{ certFile: nothing, keyFile: nothing }, /TLS_CERT_FILE names a file.*\nTLS_KEY_FILE names a file/],
      [{ certFile: text }, /TLS_CERT_FILE names a file that holds no certificate/],
      [{ keyFile: text }, /TLS_KEY_FILE names a file that holds no private key/],
      [{ keyFile: other.keyFile }, /TLS_KEY_FILE names a key that is not the one/],
    ];
    if (expired) cases.push([expired, /TLS_CERT_FILE names a certificate that has expired/]);
    for (const [files, says] of cases) await assert.rejects(readTls({ ...one, ...files }), says);
  });
});
