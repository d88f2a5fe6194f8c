import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Records } from 'e2e/support/hospital/records';
import { freePorts } from '../commands/running/ports.ts';
import { Services } from '../commands/running/services.ts';
import { type Build, OWN_BUILD } from './builds.ts';

/** A demo account (docs/product-rules.md#demo-data). */
export const ACCOUNT = { username: 'patient@example.org', password: 'Demo-pass1' };

const SCRIPTS = {
  API: { script: 'mock-api/src/server.ts', health: '/api/health' },
  recorder: { script: 'mock-api/src/recorder/server.ts', health: '/health' },
  gateway: { script: 'gateway/server.ts', health: '/api/health' },
} as const;

interface Server {
  url: string;
  pid: number;
}

/** Real servers of one measurement, with new data that they share. */
export class Servers {
  readonly data: string;
  readonly #home: string;
  readonly #services: Services;

  private constructor(home: string) {
    this.#home = home;
    this.data = join(home, 'data');
    this.#services = new Services(join(home, 'logs'));
  }

  /** Runs the work with servers, then stops them and deletes their data. */
  static async use<T>(work: (servers: Servers) => Promise<T>): Promise<T> {
    const servers = new Servers(await mkdtemp(join(tmpdir(), 'lodestar-bench-')));
    try {
      return await work(servers);
    } finally {
      await servers.#services.stop();
      await rm(servers.#home, { recursive: true, force: true });
    }
  }

  /** Starts one server on a free port, with the sources of a build. */
  async start(
    kind: keyof typeof SCRIPTS,
    settings: Record<string, string> = {},
    repo = OWN_BUILD.repo,
  ): Promise<Server> {
    const [port = 0] = await freePorts(1);
    const { script, health } = SCRIPTS[kind];
    const own = {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATA_DIR: this.data,
      DEPLOY_ROOT: join(this.#home, 'deploy'),
      // No figure may depend on the time of day.
      DAILY_QUESTION: 'off',
    };
    const env = { ...own, ...settings, PORT: String(port) };
    const url = `http://${env.HOST}:${port}`;
    const name = `${kind} ${port}`;
    await this.#services.start({ name, script, env, health: url + health, repo });
    return { url, pid: this.#services.pidOf(name) };
  }
}

/** The pages of a build, with an API of the same build. */
export interface PagesOfBuild {
  url: string;
  /** Token of a full session of the demo's first patient. */
  token: string;
}

/** The product that runs for measurements of pages. */
export interface Product extends PagesOfBuild {
  /** Direct access to the API's database. */
  records: Records;
  /** Starts one more gateway, for another deploy root. Returns its URL. */
  serve(deployRoot: string): Promise<string>;
}

/** Starts the API and a gateway of a build. */
export async function startPages(servers: Servers, build: Build): Promise<PagesOfBuild & Pick<Product, 'serve'>> {
  const api = await servers.start('API', {}, build.repo);
  const serve = async (deployRoot: string) => {
    const settings = { HOST: 'localhost', API_URL: api.url, DEPLOY_ROOT: deployRoot, TEAM_KEYS_FILE: build.teams };
    return (await servers.start('gateway', settings, build.repo)).url;
  };
  return { url: await serve(build.deployRoot), token: await signIn(api.url), serve };
}

/** Starts the API and a gateway for this repository's build. */
export async function startProduct(servers: Servers): Promise<Product> {
  return { ...(await startPages(servers, OWN_BUILD)), records: new Records(servers.data) };
}

/** Signs the demo's first patient in. Returns the session's token. */
export async function signIn(origin: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${origin}/api/v1/sessions`, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}
