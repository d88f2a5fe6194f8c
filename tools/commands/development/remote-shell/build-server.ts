import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRunTimeError, sourceOf } from 'gateway/dev/errors';
import { typeOf } from 'gateway/http/respond';
import { PublishedFiles } from 'gateway/registry/published';
import { EventStream } from 'server-kit/event-stream';
import { reasonOf } from 'server-kit/plain-error';
import type { DevState, RunTimeError } from 'shared-ui/contract';

/** Maximum size of an error report, in bytes. */
const ERROR_LIMIT = 32 * 1024;
const FILE = /^\/remotes\/([^/]+)\/([^/]+)\/(.+)$/;

interface BuildServerOptions {
  /** Deploy root that the builds are published to. */
  root: string;
  /** Origin of the shell, the only one whose pages may read from this server. */
  shell: string;
  /** Called with each error that a page reports, including its position in the sources. */
  onError(error: RunTimeError): void;
}

/** A build for pages to switch to, with the signed token that the shell's gateway accepts. */
interface NextBuild {
  build: string;
  token: string;
}

/**
 * Serves a developer's builds to a browser on the same machine: their files, `/events` (the latest build and the errors
 * in the sources), and `/errors` for errors that pages report.
 */
export class BuildServer {
  readonly #options: BuildServerOptions;
  readonly #files: PublishedFiles;
  readonly #stream = new EventStream();
  readonly #server: Server;
  #state: Record<string, DevState> = {};
  #build: NextBuild | undefined;

  private constructor(options: BuildServerOptions) {
    this.#options = options;
    this.#files = new PublishedFiles(options.root);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts a server that listens on this machine only. */
  static async start(options: BuildServerOptions): Promise<BuildServer> {
    const server = new BuildServer(options);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject).listen(0, 'localhost', resolve);
    });
    return server;
  }

  /** Uses a name instead of an IP address, because browsers let secure pages fetch from it. */
  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Switches the open pages to a build. */
  show(build: NextBuild): void {
    this.#build = build;
    this.#stream.broadcast('build', build);
  }

  /** Sends the open pages the current errors in a remote's sources. */
  tell(name: string, state: DevState): void {
    this.#state = { [name]: state };
    this.#stream.broadcast('errors', this.#state);
  }

  /** Stops the server and closes every connection. */
  close(): void {
    this.#stream.close();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.origin).pathname;
    for (const [name, value] of Object.entries(this.#headers(request))) response.setHeader(name, value);
    try {
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else if (path === '/events') this.#listen(response);
      else if (path === '/errors' && request.method === 'POST') await this.#receiveError(request, response);
      else await this.#send(path, response);
    } catch (thrown) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(reasonOf(thrown));
    }
  }

  /** Lets only the shell's pages read responses, and allows browsers to reach this machine from a public page. */
  #headers({ headers }: IncomingMessage): Record<string, string> {
    const { shell } = this.#options;
    return {
      ...(headers.origin === shell ? { 'access-control-allow-origin': shell } : {}),
      'access-control-allow-headers': 'content-type',
      'access-control-allow-private-network': 'true',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Origin',
      'x-content-type-options': 'nosniff',
    };
  }

  #listen(response: ServerResponse): void {
    this.#stream.add(response, '');
    this.#stream.send(response, 'errors', this.#state);
    if (this.#build) this.#stream.send(response, 'build', this.#build);
  }

  async #receiveError(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const error = readRunTimeError(JSON.parse(await bodyOf(request)));
    const located = { ...error, ...(await sourceOf(error, this.#files)) };
    this.#options.onError(located);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(located));
  }

  async #send(path: string, response: ServerResponse): Promise<void> {
    const [, name = '', version = '', file = ''] = FILE.exec(path) ?? [];
    const found = await this.#files.remoteFile(name, version, file);
    if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': typeOf(found.path) }).end(await readFile(found.path));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) {
    text += piece;
    if (text.length > ERROR_LIMIT) throw new Error(`larger than ${ERROR_LIMIT} bytes`);
  }
  return text;
}
