import type { FastifyInstance } from 'fastify';

/** A condition that must hold before this process gets traffic. */
export type Condition = () => boolean | Promise<boolean>;

/** Signals that the process is about to stop. */
export class Draining {
  #begun = false;

  get hasBegun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/**
 * Adds `GET /livez` (the process runs) and `GET /readyz` (it may get traffic; 503 lists what is missing). A process
 * that is about to stop is not ready, and asks callers to close their connections.
 */
export function addProbes(app: FastifyInstance, draining: Draining, conditions: Record<string, Condition>): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.hasBegun) reply.header('connection', 'close');
  });
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = Object.entries(conditions).map(async ([name, holds]) => ((await holds()) ? [] : [name]));
    const missing = [...(draining.hasBegun ? ['stopping'] : []), ...(await Promise.all(checks)).flat()];
    const body = missing.length === 0 ? { status: 'ok' } : { status: 'not ready', missing };
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
