/** Services of the tests' own, which messages go to: an HTTP server that keeps what it gets and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK = 10;

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface TestService {
  url: string;
  received: Received[];
  close(): void;
}

/** Returns the port that a server got. */
export function listening(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}

/** Waits until something holds; the runner's own limit ends a wait in vain. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(LOOK);
}

/** Starts a service. @param answer what it says to each call; null: it says nothing and cuts the connection */
export async function startService(answer: (call: Received) => Reply | null): Promise<TestService> {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
    received.push(call);
    const said = answer(call);
    if (said === null) request.socket.destroy();
    else reply.writeHead(said.status, said.headers).end(said.body ?? '');
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}
