/** HAProxy in front of several gateways, as docs/deploy/haproxy.cfg sets it up, with addresses and a certificate of the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from 'gateway/http/traffic/upstreams';
import { REPO } from 'server-kit/paths';
import { freePorts } from 'tools/commands/running/ports';

const POLL_INTERVAL_MS = 50;
const CONFIG = join(REPO, 'docs/deploy/haproxy.cfg');
/** Ends HAProxy with the test's process, however that ends. */
const TETHERED = ['--pdeathsig', 'KILL', 'haproxy', '-db', '-f'];

export interface BalancedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface OpenResponse {
  status: number;
  body: IncomingMessage;
}

interface Caller {
  /** The local address to call from. */
  from?: string;
}

/** Creates a certificate in `folder`. Returns the file for HAProxy, with its key, and the certificate. */
function createCertificate(folder: string): { pem: string; ca: Buffer } {
  const file = (ending: string) => join(folder, `balancer.${ending}`);
  const [key, certificate, pem] = [file('key'), file('crt'), file('pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const ca = readFileSync(certificate);
  writeFileSync(pem, Buffer.concat([ca, readFileSync(key)]), { mode: 0o600 });
  return { pem, ca };
}

/** Returns the configuration with other addresses; all else stays as it is. */
export function configFor(gateways: readonly string[], bind: string, pem: string): string {
  const change = (text: string, from: RegExp, to: string) => {
    if (!from.test(text)) throw new Error(`haproxy.cfg has no ${from}`);
    return text.replace(from, to);
  };
  const servers = gateways.map((url, index) => `    server gateway-${index + 1} ${new URL(url).host}\n`);
  const listening = change(readFileSync(CONFIG, 'utf8'), /bind :443 ssl crt \S+/, `bind ${bind} ssl crt ${pem}`);
  return change(listening, /(^ +server gateway-\d \S+\n)+/m, servers.join(''));
}

export class Balancer {
  readonly #process: ChildProcess;
  readonly #log: string;
  readonly #port: number;
  readonly #agent: https.Agent;

  private constructor(folder: string, gateways: readonly string[], port: number) {
    const { pem, ca } = createCertificate(folder);
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(config, configFor(gateways, `127.0.0.1:${port}`, pem));
    this.#log = join(folder, 'haproxy.log');
    const log = openSync(this.#log, 'a');
    this.#process = spawn('setpriv', [...TETHERED, config], { stdio: ['ignore', log, log] });
    closeSync(log);
    this.#port = port;
    this.#agent = new https.Agent({ keepAlive: true, ca });
  }

  /** Starts HAProxy. Resolves when it accepts calls. @param folder for its configuration, certificate and log */
  static async start(folder: string, gateways: readonly string[]): Promise<Balancer> {
    const [port = 0] = await freePorts(1);
    const balancer = new Balancer(folder, gateways, port);
    const ready = { method: 'GET', path: '/livez', headers: {}, body: undefined };
    while ((await balancer.send(ready).catch(() => undefined)) === undefined) {
      if (balancer.#hasEnded)
        throw new Error(`HAProxy (Debian: apt-get install haproxy) did not start:\n${readFileSync(balancer.#log)}`);
      await wait(POLL_INTERVAL_MS);
    }
    return balancer;
  }

  /** @throws when HAProxy doesn't respond, or a response breaks off */
  async send(call: Call, caller?: Caller): Promise<BalancedResponse> {
    const { status, body } = await this.open(call, caller);
    let text = '';
    for await (const part of body.setEncoding('utf8')) text += part;
    return { status, headers: body.headers, text };
  }

  /** Opens a response that may never end. @throws when HAProxy doesn't respond */
  open({ method, path, headers, body }: Call, { from }: Caller = {}): Promise<OpenResponse> {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const { promise, resolve, reject } = Promise.withResolvers<OpenResponse>();
    const own = { method, path, headers: { ...headers, ...length }, agent: this.#agent };
    const request = https.request({ host: '127.0.0.1', port: this.#port, ...(from && { localAddress: from }), ...own });
    request.once('response', (answer) => resolve({ status: answer.statusCode ?? 502, body: answer }));
    request.on('error', reject);
    request.end(body);
    return promise;
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Ends HAProxy and all connections. */
  async close(): Promise<void> {
    this.#agent.destroy();
    if (this.#hasEnded) return;
    const ended = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill('SIGKILL');
    await ended;
  }
}
