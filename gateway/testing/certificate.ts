import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TlsFiles } from 'server-kit/tls/files';

const run = promisify(execFile);

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const LOCAL = 'DNS:localhost,IP:127.0.0.1';

/** Creates a key and a self-signed certificate for `localhost` and 127.0.0.1. Requires the command `openssl`. */
export async function makeCertificate(folder: string, name = 'server', days = 2): Promise<TlsFiles> {
  await mkdir(folder, { recursive: true });
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${LOCAL}`, '-keyout', files.keyFile];
  await run('openssl', ['req', '-x509', ...NEW_KEY, '-out', files.certFile, '-days', String(days), ...subject]);
  return files;
}

interface Issued {
  /** As `openssl` writes subject alternative names. */
  names?: string;
  isExpired?: boolean;
}

const SETTINGS = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
`;

/** Creates an authority. Returns a function that issues certificates: for this machine unless it gets other names. */
export async function makeAuthority(
  folder: string,
): Promise<(name: string, issued?: Issued) => Promise<Required<TlsFiles>>> {
  const { certFile: caFile, keyFile: caKey } = await makeCertificate(folder, 'authority');
  await Promise.all([writeFile(join(folder, 'index.txt'), ''), writeFile(join(folder, 'ca.cnf'), SETTINGS)]);
  return async (name, { names = `DNS:${name},${LOCAL}`, isExpired = false } = {}) => {
    const [keyFile, certFile, request] = ['key', 'crt', 'csr'].map((kind) => join(folder, `${name}.${kind}`)) as [
      string,
      string,
      string,
    ];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`, '-keyout', keyFile];
    await run('openssl', ['req', '-new', ...NEW_KEY, ...subject, '-out', request]);
    const period = isExpired ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'] : ['-days', '2'];
    const signer = ['-config', 'ca.cnf', '-cert', caFile, '-keyfile', caKey];
    await run('openssl', ['ca', '-batch', '-notext', ...signer, ...period, '-in', request, '-out', certFile], {
      cwd: folder,
    });
    return { certFile, keyFile, caFile };
  };
}
