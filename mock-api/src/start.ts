/** Runs a Fastify service as a process: listen, say so in one line, and end gracefully. */
import type { FastifyInstance } from 'fastify';
import { SECOND } from './clock.ts';
import { ConfigError } from './environment.ts';

/** How long requests under way may take after the signal to stop. */
const PATIENCE = 10 * SECOND;
/**
 * After the signal to stop: how long connections are still taken, in milliseconds, each for one answer. Requests that were
 * on their way when the signal came are answered, not cut off.
 */
const LAST_CALL = 250;

interface Service {
  name: string;
  host: string;
  port: number;
}

/** One clear sentence for what an operator can mend. */
function explain(error: unknown, { name, host, port }: Service): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `The ${name} cannot start: port ${port} on ${host} is in use. Stop what runs there or set PORT to a free one.`;
  }
  if (code === 'EACCES')
    return `The ${name} cannot start: no permission to listen on port ${port} or to write its data.`;
  if (code === 'ECONNREFUSED') return `The ${name} cannot start: nothing answers at the address in DATABASE_URL.`;
  return `The ${name} cannot start: ${error instanceof Error ? error.message : String(error)}`;
}

export function giveUp(error: unknown, service: Service): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error, service)}\n`);
  process.exit(1);
}

/** Listens, prints one JSON line with the address, and closes on SIGTERM or SIGINT after the requests under way. */
export async function serve(app: FastifyInstance, service: Service): Promise<void> {
  const { name, host, port } = service;
  let stopping = false;
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    giveUp(error, service);
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  process.stdout.write(
    `${JSON.stringify({ event: 'listening', service: name, host, port: bound, pid: process.pid })}\n`,
  );

  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE).unref();
    setTimeout(() => {
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    }, LAST_CALL);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
