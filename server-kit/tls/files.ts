/** Certificates in files, which are read again when they change: renewing one needs no restart. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { PlainError, reasonOf } from '../plain-error.ts';

/** Interval at which the files are checked, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** PEM files: the certificate with its chain, its private key and the authority of the other side. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
  caFile?: string;
}

/** Beginning of the names of the settings that name the files, such as TLS_CERT_FILE. */
export type TlsPrefix = 'TLS' | 'INTERNAL';

/** Contents of the files, as Node's TLS options. */
export interface TlsContents {
  cert: Buffer;
  key: Buffer;
  ca?: Buffer;
}

async function readSetting(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    throw new PlainError(`${setting} names a file that can't be read: ${reasonOf(thrown)}`);
  }
}

function parse<Parsed>(setting: string, what: string, work: () => Parsed): Parsed {
  try {
    return work();
  } catch {
    throw new PlainError(`${setting} names a file that holds no ${what} in PEM`);
  }
}

const endOf = (cert: string | Buffer) => new X509Certificate(cert).validToDate;

/** Returns when a certificate (PEM) ends, in seconds since 1970. */
export const certificateEnd = (cert: string | Buffer): number => endOf(cert).getTime() / 1_000;

/** Reads the files. @throws PlainError that lists what is wrong with any of them */
export async function readTls(files: TlsFiles, prefix: TlsPrefix = 'TLS'): Promise<TlsContents> {
  const nameOf = (what: string) => `${prefix}_${what}_FILE`;
  const read = await Promise.allSettled([
    readSetting(nameOf('CERT'), files.certFile),
    readSetting(nameOf('KEY'), files.keyFile),
    files.caFile === undefined ? undefined : readSetting(nameOf('CA'), files.caFile),
  ]);
  const reasons = read.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []));
  const [cert, key, ca] = read.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  if (cert === undefined || key === undefined || reasons.length > 0) throw new PlainError(reasons.join('\n'));
  const certificate = parse(nameOf('CERT'), 'certificate', () => new X509Certificate(cert));
  const privateKey = parse(nameOf('KEY'), 'private key', () => createPrivateKey(key));
  if (ca !== undefined) parse(nameOf('CA'), 'certificate', () => new X509Certificate(ca));
  if (!certificate.checkPrivateKey(privateKey))
    throw new PlainError(`${nameOf('KEY')} names a key that is not the one of the certificate in ${nameOf('CERT')}`);
  if (certificate.validToDate < new Date())
    throw new PlainError(`${nameOf('CERT')} names a certificate that has expired: ${certificate.validTo}`);
  return { cert, key, ...(ca === undefined ? {} : { ca }) };
}

const stampOf = async (files: TlsFiles) =>
  (await Promise.all(Object.values(files).map((file: string) => stat(file).catch(() => undefined))))
    .map((found) => `${found?.ino}-${found?.mtimeMs}-${found?.size}`)
    .join(' ');

/** The newest usable contents of the files. */
export class RenewedTls {
  readonly #files: TlsFiles;
  readonly #prefix: TlsPrefix;
  readonly #onRenewed: ((contents: TlsContents) => void)[] = [];
  #contents: TlsContents;
  #stamp: string;

  private constructor(files: TlsFiles, prefix: TlsPrefix, contents: TlsContents, stamp: string) {
    this.#files = files;
    this.#prefix = prefix;
    this.#contents = contents;
    this.#stamp = stamp;
  }

  /** @throws PlainError if a file can't be used */
  static async open(files: TlsFiles, prefix: TlsPrefix = 'TLS'): Promise<RenewedTls> {
    // Before reading: a change in between is then noticed.
    const stamp = await stampOf(files);
    return new RenewedTls(files, prefix, await readTls(files, prefix), stamp);
  }

  get contents(): TlsContents {
    return this.#contents;
  }

  onRenewed(use: (contents: TlsContents) => void): void {
    this.#onRenewed.push(use);
  }

  /** While `app` runs, reads changed files; unusable ones are logged and ignored. */
  follow(app: FastifyInstance): void {
    const timer = setInterval(() => {
      this.#reloadIfChanged(app).catch((thrown: unknown) =>
        app.log.error({ problem: reasonOf(thrown) }, 'certificate rejected'),
      );
    }, POLL_INTERVAL_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
  }

  async #reloadIfChanged({ log }: FastifyInstance): Promise<void> {
    const stamp = await stampOf(this.#files);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#contents = await readTls(this.#files, this.#prefix);
    for (const use of this.#onRenewed) use(this.#contents);
    log.info({ expires: endOf(this.#contents.cert).toUTCString() }, 'certificate renewed');
  }
}

/** The certificates that each registry measures: name -> when it ends. */
const measured = new WeakMap<Registry, Map<string, () => number>>();

/** Adds a certificate to the metrics. @param endsAt returns its end in seconds since 1970 */
export function measureCertificate(registry: Registry, name: string, endsAt: () => number): void {
  const known = measured.get(registry);
  if (known !== undefined) {
    known.set(name, endsAt);
    return;
  }
  const ends = new Map([[name, endsAt]]);
  measured.set(registry, ends);
  new Gauge({
    name: 'lodestar_certificate_expiry_timestamp_seconds',
    help: 'When the certificate ends that new connections get.',
    labelNames: ['certificate'],
    registers: [registry],
    collect() {
      for (const [certificate, endOfIt] of ends) this.set({ certificate }, endOfIt());
    },
  });
}
