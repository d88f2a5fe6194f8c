import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect, type SecureVersion } from 'node:tls';
import { startPublished, temporaryFolder } from '../../testing/fixtures.ts';
import { makeCertificate } from './test-certificate.ts';
import { readTls } from './tls.ts';

const nextMoment = () => new Promise((next) => setTimeout(next, 20));

/** Returns the common name of the certificate that a server presents on a new connection. */
function shownBy(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    });
    socket.once('error', reject);
  });
}

/** Returns the TLS version negotiated with a client that supports only `version` and accepts the weakest ciphers. */
function spoken(port: number, version: SecureVersion): Promise<string | null> {
  const only = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...only }, () => {
      resolve(socket.getProtocol());
      socket.end();
    });
    socket.once('error', reject);
  });
}

describe('https at the gateway', () => {
  it('renewed certificates load without a restart; mismatched ones are ignored', async (test) => {
    const folder = await temporaryFolder(test);
    const tls = await makeCertificate(folder, 'first');
    const second = await makeCertificate(folder, 'second');
    const { app, log } = await startPublished(test, { tls });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    assert.equal(await shownBy(port), 'first');
    await copyFile(second.certFile, tls.certFile);
    while (!log.some((line) => line.includes('certificate rejected'))) await nextMoment();
    assert.equal(await shownBy(port), 'first');
    await copyFile(second.keyFile, tls.keyFile);
    while (!log.some((line) => line.includes('certificate renewed'))) await nextMoment();
    assert.equal(await shownBy(port), 'second');
  });

  it('the gateway accepts only TLS 1.2 and 1.3', async (test) => {
    const tls = await makeCertificate(await temporaryFolder(test));
    const { app } = await startPublished(test, { tls });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) assert.equal(await spoken(port, version), version);
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await assert.rejects(spoken(port, version), { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, version);
  });

  it('HTTPS responses set Secure cookies and HSTS', async (test) => {
    const tls = await makeCertificate(await temporaryFolder(test));
    const { app } = await startPublished(test, { tls });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false, headers: { accept: 'text/html' } };
      const call = request(options, (answer) => {
        answer.resume();
        resolve(answer.headers);
      });
      call.once('error', reject).end();
    });
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
    assert.match(String(headers['set-cookie']), /; Secure$/);
  });

  it('startup fails with the reason when the certificate or key is unusable', async (test) => {
    const folder = await temporaryFolder(test);
    const [one, other] = [await makeCertificate(folder, 'one'), await makeCertificate(folder, 'other')];
    const nothing = join(folder, 'nothing');
    const text = join(folder, 'text');
    await writeFile(text, 'hello');
    const expired = await makeCertificate(folder, 'expired', -1).catch(() => undefined);
    const cases: [string, { certFile?: string; keyFile?: string }, RegExp][] = [
      ['both gone', { certFile: nothing, keyFile: nothing }, /TLS_CERT_FILE names a file.*\nTLS_KEY_FILE names a file/],
      ['no certificate', { certFile: text }, /TLS_CERT_FILE names a file that holds no certificate/],
      ['no key', { keyFile: text }, /TLS_KEY_FILE names a file that holds no private key/],
      ['another key', { keyFile: other.keyFile }, /TLS_KEY_FILE names a key that is not the one/],
      ...(expired ? [['expired', expired, /TLS_CERT_FILE names a certificate that has expired/] as const] : []),
    ].map(([name, files, says]) => [name, files, says] as [string, object, RegExp]);
    for (const [name, files, says] of cases) await assert.rejects(readTls({ ...one, ...files }), says, name);
  });
});
