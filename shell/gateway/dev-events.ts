import type { FastifyInstance } from 'fastify';
import type { DevState } from 'shared-ui/contract';
import type { Deployment } from './deployment.ts';
import { readDevState, readName, readRunTimeError } from './dev-errors.ts';
import { EventStream } from './event-stream.ts';
import { sourceOf } from './source-position.ts';

const LOOK_MS = 200;
/** What a page may send about one error, and what a type check about a package, in bytes. */
const RUN_TIME_LIMIT = 32 * 1024;
const STATE_LIMIT = 1024 * 1024;

/**
 * Dev mode only. `/dev/events` (Server-Sent Events) tells open pages and dev commands
 * - `registry`: every new registry; its revision is the id, so that a page that reconnects hears at once what it missed;
 * - `errors`: the type errors and build errors of every remote under development, at once where there were any, and after each change;
 * - `run-time`: an error that a page has seen.
 *
 * A dev command sends what it knows to be wrong to `PUT /dev/errors/NAME`, a page what it sees go wrong to `POST /dev/errors`;
 * the answer to that says where in the sources it was.
 */
export function followDevelopment(app: FastifyInstance, deployment: Deployment): void {
  const stream = new EventStream();
  announceRevisions(app, deployment, stream);
  const states: Record<string, DevState> = {};
  app.addHook('preClose', async () => stream.close());
  app.get('/dev/events', { exposeHeadRoute: false }, async (request, reply) => {
    const known = request.headers['last-event-id'];
    const now = String((await deployment.current())?.registry.revision ?? 0);
    reply.hijack();
    stream.add(reply.raw, typeof known === 'string' ? known : now);
    if (Object.keys(states).length > 0) stream.tell(reply.raw, 'errors', states);
  });
  app.put<{ Params: { name: string } }>('/dev/errors/:name', { bodyLimit: STATE_LIMIT }, async (request, reply) => {
    const name = readName(request.params.name);
    states[name] = readDevState(request.body);
    stream.tellAll('errors', states);
    return reply.code(204).send();
  });
  app.post('/dev/errors', { bodyLimit: RUN_TIME_LIMIT }, async (request, reply) => {
    const error = readRunTimeError(request.body);
    const located = { ...error, ...(await sourceOf(error, deployment.files)) };
    stream.tellAll('run-time', located);
    return reply.header('cache-control', 'no-store').send(located);
  });
}

function announceRevisions(app: FastifyInstance, deployment: Deployment, stream: EventStream): void {
  const looking = setInterval(async () => {
    const registry = (await deployment.current())?.registry;
    stream.tellOnce('registry', String(registry?.revision ?? 0), registry);
  }, LOOK_MS);
  app.addHook('preClose', async () => clearInterval(looking));
}
