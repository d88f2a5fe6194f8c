/** OpenAPI, generated from the routes' schemas: the page at /api/docs, the document at /api/docs/json. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { isOperator, refuseOperator } from 'server-kit/http';
import type { App } from '../services/context.ts';

/** Hash of the only inline style of the documentation page's library. */
const INLINE_STYLE = "'unsafe-hashes' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${INLINE_STYLE}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const docs = fastifyPlugin(async (app: App) => {
  const { operators } = app.config;
  app.addHook('onRequest', async (request, reply) => {
    const isDescription = request.routeOptions.url?.startsWith('/api/docs');
    if (isDescription && !isOperator(operators, request.headers.authorization)) return refuseOperator(reply);
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Patient engagement API',
        version: '1.0.0',
        description:
          'Errors are `{error: {code, message, fields?}}`. Messages and content are in English or French, by Accept-Language.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const auth = route.config?.auth ?? 'none';
      const desk = route.config?.desk;
      const access = { ...schema, 'x-access': auth, ...(desk && { 'x-desk': desk }) };
      return { url, schema: auth === 'none' ? access : { ...access, security: [{ session: [] }] } };
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', theme: { title: 'API' } });

  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/docs')) reply.header('content-security-policy', PAGE_POLICY);
  });
});
