import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatRegistry, readRegistry, registryFile } from 'gateway/registry/registry';
import { readTeams, type Teams, teamsFile } from 'gateway/trust/teams';
import { readTextIfThere, replaceFile } from 'server-kit/disk';
import type { Registry } from 'shared-ui/contract';
import { freePorts } from 'tools/commands/running/ports';
import { Services } from 'tools/commands/running/services';
import { Api } from './api.ts';
import { type Builds, layDeployRoot } from './builds.ts';
import { Records } from './records.ts';
import { startServers } from './servers.ts';
import { RUNNING } from './workshop.ts';

/** One received survey, as the recorder lists it. */
export interface Receipt {
  receiptId: string;
  survey: string;
  hospital: string;
  retained: boolean;
}

interface StackOptions {
  dev?: boolean;
  guestsApart?: boolean;
  overridesBy?: Teams;
  wayTo?(port: number): Promise<number>;
}

/** One worker's API, recorder and gateway, with fresh data and their own deploy root. */
export class Stack {
  readonly url: string;
  readonly recorderUrl: string;
  readonly deployRoot: string;
  /** Teams whose signatures its gateway accepts: initially this machine's. */
  readonly teamKeysFile: string;
  readonly builds: Builds;
  readonly api: Api;
  /** Direct access to the API's database. */
  readonly records: Records;
  readonly #firstRegistry: string;
  readonly #end: () => Promise<void>;

  private constructor(parts: {
    url: string;
    apiUrl: string;
    recorderUrl: string;
    deployRoot: string;
    teamKeysFile: string;
    builds: Builds;
    data: string;
    firstRegistry: string;
    end: () => Promise<void>;
  }) {
    this.url = parts.url;
    this.recorderUrl = parts.recorderUrl;
    this.deployRoot = parts.deployRoot;
    this.teamKeysFile = parts.teamKeysFile;
    this.builds = parts.builds;
    // Directly: through the gateway, the twenty requests that prepare a test cost half as much again.
    this.api = new Api(parts.apiUrl);
    this.records = new Records(parts.data);
    this.#firstRegistry = parts.firstRegistry;
    this.#end = parts.end;
  }

  /**
   * Starts the three servers, in dev mode if set, and resolves when all are healthy.
   * @param guestsApart whether guests' frames are served from a separate host name
   * @param overridesBy additional teams whose override links the gateway accepts; without it, overrides are disabled
   * @param wayTo puts a proxy in front of a server: receives the server's port, resolves with the port phones use
   */
  static async start({
    dev = false,
    guestsApart = false,
    overridesBy,
    wayTo = async (port) => port,
  }: StackOptions = {}): Promise<Stack> {
    const home = await mkdtemp(join(RUNNING, 'stack-'));
    const deployRoot = join(home, 'deploy');
    const data = join(home, 'data');
    const builds = await layDeployRoot(deployRoot);
    const teamKeysFile = join(home, 'teams.json');
    await replaceFile(teamKeysFile, JSON.stringify({ ...(await readTeams(teamsFile(process.env))), ...overridesBy }));
    const services = new Services(join(home, 'logs'));
    const end = async () => {
      await services.stop();
      await rm(home, { recursive: true, force: true });
    };
    try {
      const [gateway = 0, api = 0, recorder = 0] = await freePorts(3);
      const url = `http://localhost:${await wayTo(gateway)}`;
      const recorderUrl = `http://localhost:${await wayTo(recorder)}/`;
      await startServers(services, {
        ports: { api, recorder, gateway },
        origin: url,
        data,
        apiEnv: LIMITS,
        gatewayEnv: {
          DEPLOY_ROOT: deployRoot,
          TEAM_KEYS_FILE: teamKeysFile,
          DEV_MODE: dev ? '1' : '0',
          ALLOW_OVERRIDES: overridesBy ? '1' : '0',
          HOST: 'localhost',
          RECORDER_URL: recorderUrl,
          // The gateway listens on both names of this machine.
          GUEST_ORIGIN: guestsApart ? url.replace('localhost', '127.0.0.1') : '',
        },
        gatewayHealth: `http://localhost:${gateway}/healthz`,
      });
      const firstRegistry = (await readTextIfThere(registryFile(deployRoot))) ?? '';
      const apiUrl = `http://127.0.0.1:${api}`;
      return new Stack({ url, apiUrl, recorderUrl, deployRoot, teamKeysFile, builds, data, firstRegistry, end });
    } catch (thrown) {
      await end();
      throw thrown;
    }
  }

  stop(): Promise<void> {
    return this.#end();
  }

  /** Returns the surveys received by the recorder, newest first. */
  async receipts(): Promise<Receipt[]> {
    const response = await fetch(new URL('receipts', this.recorderUrl));
    return ((await response.json()) as { receipts: Receipt[] }).receipts;
  }

  registry(): Promise<Registry> {
    return readRegistry(this.deployRoot);
  }

  /** Edits the registry as an operator would; the running gateway serves it from then on. */
  async changeRegistry(change: (registry: Registry) => void): Promise<void> {
    const registry = await this.registry();
    change(registry);
    registry.revision += 1;
    await replaceFile(registryFile(this.deployRoot), formatRegistry(registry));
  }

  /** Restores the registry to its state when the stack was started. */
  async restoreRegistry(): Promise<void> {
    const now = await readTextIfThere(registryFile(this.deployRoot));
    if (now !== this.#firstRegistry) await replaceFile(registryFile(this.deployRoot), this.#firstRegistry);
  }
}

/**
 * Journeys run with production's limits except for these: all phones of a stack share one network address and
 * few accounts, so one journey's requests would count against the next.
 */
const LIMITS = {
  LIMIT_LOGIN_FAILURES_PER_ADDRESS: '10000',
  LIMIT_TEXTS_PER_ADDRESS_HOUR: '10000',
  LIMIT_TEXTS_PER_NUMBER_HOUR: '10000',
  LIMIT_TEXTS_PER_NUMBER_DAY: '10000',
};
