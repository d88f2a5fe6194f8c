import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TlsFiles } from '../http/operation/tls.ts';

const run = promisify(execFile);

/** Creates a key and a self-signed certificate for `localhost` and 127.0.0.1. Requires the command `openssl`. */
export async function makeCertificate(folder: string, name = 'server', days = 2): Promise<TlsFiles> {
  await mkdir(folder, { recursive: true });
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', files.keyFile];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await run('openssl', ['req', '-x509', ...key, '-out', files.certFile, '-days', String(days), ...subject]);
  return files;
}
