/** Fake message services: an HTTP server that records requests and returns the given responses. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL = 10;

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

/** Returns the port that a server was assigned. */
export function listening(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}

/** Resolves when the condition holds. The test runner's timeout ends an endless wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(POLL_INTERVAL);
}

type Answer = Reply | null | Promise<Reply | null>;

/** Starts a service. @param answer returns the response to each call; null cuts the connection without a response */
export async function startService(answer: (call: Received) => Answer): Promise<TestService> {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
    received.push(call);
    const response = await answer(call);
    if (response === null) request.socket.destroy();
    else reply.writeHead(response.status, response.headers).end(response.body ?? '');
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}
