import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPO } from 'server-kit/paths';
import { freePorts } from 'tools/commands/running/ports';
import { Services } from 'tools/commands/running/services';
import { Api } from '../../../support/hospital/api.ts';
import { startServers } from '../../../support/hospital/servers.ts';

const run = promisify(execFile);

/** The name in the guides for teams. */
const NAME = 'lodestar.example.org';
const HTTPS_PORT = 443;

export interface Hospital {
  name: string;
  /** Its origin for teams and phones. */
  origin: string;
  /** Chromium's `--host-resolver-rules` for its name. */
  resolverRule: string;
  certificate: string;
  /** Its API, as only this machine reaches it. */
  apiUrl: string;
  api: Api;
  /** Runs a command of the gateway's operator, as printed for the operator. */
  operate(command: string): Promise<void>;
  stop(): Promise<void>;
}

async function createCertificate(folder: string): Promise<{ TLS_CERT_FILE: string; TLS_KEY_FILE: string }> {
  const [cert, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  await run('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert]);
  return { TLS_CERT_FILE: cert, TLS_KEY_FILE: key };
}

/** Returns whether a gateway is healthy, over TLS. */
const isReady = (host: string, port: number, ca: string) =>
  new Promise<boolean>((done) => {
    get({ host, port, path: '/healthz', ca, servername: NAME, headers: { host: NAME } }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    }).once('error', () => done(false));
  });

/**
 * Starts API, recorder and gateway, with the shell and the remotes that the build made.
 * @param address to listen on; on 127.0.0.1, where other servers may have port 443, the gateway gets a free port
 */
export async function startHospital(address: string): Promise<Hospital> {
  const folder = await mkdtemp(join(tmpdir(), 'hospital-'));
  const [api = 0, recorder = 0, free = 0] = await freePorts(3);
  const port = address === '127.0.0.1' ? free : HTTPS_PORT;
  const apiUrl = `http://127.0.0.1:${api}`;
  const origin = `https://${NAME}${port === HTTPS_PORT ? '' : `:${port}`}`;
  for (const made of ['deploy', 'keys/teams.json'])
    cpSync(join(REPO, '.lodestar', made), join(folder, made), { recursive: true });
  const tls = await createCertificate(folder);
  const certificate = await readFile(tls.TLS_CERT_FILE, 'utf8');
  const services = new Services(join(folder, 'logs'));
  const stop = async () => {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const settings = { DATA_ROOT: folder, DEPLOY_ROOT: '', TEAM_KEYS_FILE: '' };
  try {
    await startServers(services, {
      ports: { api, recorder, gateway: port },
      origin,
      data: join(folder, 'data'),
      gatewayEnv: {
        ...settings,
        ...tls,
        RECORDER_UPSTREAM: `http://127.0.0.1:${recorder}`,
        HOST: address,
        ALLOW_OVERRIDES: '1',
      },
      gatewayHealth: () => isReady(address, port, certificate),
    });
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return {
    name: NAME,
    origin,
    resolverRule: `MAP ${NAME} ${address}`,
    certificate,
    apiUrl,
    api: new Api(apiUrl),
    async operate(command) {
      await run('bash', ['-c', command], { cwd: REPO, env: { ...process.env, ...settings } });
    },
    stop,
  };
}
