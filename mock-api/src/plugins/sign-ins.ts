import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Counter } from 'prom-client';

const OUTCOMES = ['accepted', 'refused', 'throttled', 'failed'] as const;

function outcomeOf(status: number): (typeof OUTCOMES)[number] {
  if (status < 400) return 'accepted';
  if (status === 429) return 'throttled';
  return status < 500 ? 'refused' : 'failed';
}

/** Counts the attempts to open or widen a session, by route. Must be called before the routes are added. */
export const signIns = fastifyPlugin(async (app: FastifyInstance) => {
  const counter = new Counter({
    name: 'lodestar_sign_ins_total',
    help: 'Attempts to sign in, and to pass a PIN or second factor.',
    labelNames: ['route', 'outcome'],
    registers: [app.metrics],
  });
  app.addHook('onRoute', ({ url: route, config }) => {
    if (config?.opensSession) for (const outcome of OUTCOMES) counter.inc({ route, outcome }, 0);
  });
  app.addHook('onResponse', async ({ routeOptions: { url: route, config } }, reply) => {
    if (config.opensSession && route) counter.inc({ route, outcome: outcomeOf(reply.statusCode) });
  });
});
