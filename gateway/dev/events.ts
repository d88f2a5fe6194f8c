import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { EventStream } from 'server-kit/event-stream';
import type { DevState } from 'shared-ui/contract';
import type { GatewayConfig } from '../http/config.ts';
import type { Deployment } from '../registry/deployment.ts';
import { readDevState, readName, readRunTimeError, sourceOf } from './errors.ts';

const POLL_INTERVAL_MS = 200;
/** Size limits in bytes for one error report of a page, and for one type check report of a package. */
const RUN_TIME_LIMIT = 32 * 1024;
const STATE_LIMIT = 1024 * 1024;

interface Options {
  config: GatewayConfig;
  deployment: Deployment;
}

/**
 * Dev mode only. `/dev/events` (Server-Sent Events) sends open pages and dev commands
 * - `registry`: every new registry, with its revision as the id, so that a reconnecting page catches up immediately;
 * - `errors`: type and build errors of every remote under development, on connection if any, and after each change;
 * - `run-time`: an error reported by a page.
 *
 * Dev commands report errors to `PUT /dev/errors/NAME`, pages to `POST /dev/errors`, whose response adds the position
 * in the sources.
 */
export const development = fastifyPlugin(async (app: FastifyInstance, { config, deployment }: Options) => {
  if (!config.dev) return;
  const stream = new EventStream();
  announceRevisions(app, deployment, stream);
  const states: Record<string, DevState> = {};
  app.addHook('preClose', async () => stream.close());
  app.get('/dev/events', { exposeHeadRoute: false }, async (request, reply) => {
    const known = request.headers['last-event-id'];
    const now = String((await deployment.current())?.registry.revision ?? 0);
    reply.hijack();
    stream.add(reply.raw, typeof known === 'string' ? known : now);
    if (Object.keys(states).length > 0) stream.send(reply.raw, 'errors', states);
  });
  app.put<{ Params: { name: string } }>('/dev/errors/:name', { bodyLimit: STATE_LIMIT }, async (request, reply) => {
    const name = readName(request.params.name);
    states[name] = readDevState(request.body);
    stream.broadcast('errors', states);
    return reply.code(204).send();
  });
  app.post('/dev/errors', { bodyLimit: RUN_TIME_LIMIT }, async (request, reply) => {
    const error = readRunTimeError(request.body);
    const located = { ...error, ...(await sourceOf(error, deployment.files)) };
    stream.broadcast('run-time', located);
    return reply.header('cache-control', 'no-store').send(located);
  });
});

function announceRevisions(app: FastifyInstance, deployment: Deployment, stream: EventStream): void {
  const timer = setInterval(async () => {
    const registry = (await deployment.current())?.registry;
    stream.broadcastOnce('registry', String(registry?.revision ?? 0), registry);
  }, POLL_INTERVAL_MS);
  app.addHook('preClose', async () => clearInterval(timer));
}
