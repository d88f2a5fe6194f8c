import http from 'node:http';
import https from 'node:https';

const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Returns whether the process with these settings reports that it is ready. The certificate is not verified, because
 * none is issued for the local address.
 */
export function isReady(settings: Readonly<Record<string, string>>): Promise<boolean> {
  const { HOST = '', PORT = '3000', TLS_CERT_FILE } = settings;
  const host = ['', '0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  const { request } = TLS_CERT_FILE ? https : http;
  const options = { host, port: PORT, path: '/readyz', timeout: RESPONSE_TIMEOUT_MS, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const call = request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(false));
    call.end();
  });
}
