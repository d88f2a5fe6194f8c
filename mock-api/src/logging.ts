/** Log lines: JSON, with ids and numbers. No bodies, query strings, tokens, addresses or names of people. */
import type { FastifyServerOptions } from 'fastify';

export const LOG_LEVELS = /^(fatal|error|warn|info|debug|silent)$/;

export function logger(service: string, level: string): FastifyServerOptions['logger'] {
  return {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: () => ({}), res: () => ({}) },
  };
}
