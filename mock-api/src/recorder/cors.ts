/** CORS: lets the product's pages, and no others, post to the recorder from a browser. */

import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RecorderConfig } from './config.ts';

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;
const PREFLIGHT_SECONDS = 600;

type CorsConfig = Pick<RecorderConfig, 'allowedOrigins' | 'demo' | 'authorizer'>;

export function isAllowedOrigin(origin: string, { allowedOrigins, demo }: CorsConfig): boolean {
  return allowedOrigins.includes(origin) || (demo.on && LOCAL.test(origin));
}

export const cors = fastifyPlugin(async (app: FastifyInstance, config: CorsConfig) => {
  const headers = ['content-type', 'idempotency-key', 'replaces', config.authorizer.header].join(', ');

  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (!origin || !isAllowedOrigin(origin, config)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'retry-after');
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST');
    reply.header('access-control-allow-headers', headers);
    reply.header('access-control-max-age', String(PREFLIGHT_SECONDS));
  });

  app.options('/*', async (_request, reply) => reply.code(204).send());
});
