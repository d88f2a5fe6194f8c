import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';

/** Starts a server on this machine until the test ends. Returns its origin. */
export async function serve(test: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Has a gateway listen on a free port of this machine. */
export async function listen(app: FastifyInstance): Promise<{ origin: string; port: number }> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { origin, port: Number(new URL(origin).port) };
}

/** Returns a port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createTcpServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
