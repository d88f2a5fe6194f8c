import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'shared-ui/contract';
import type { GatewayConfig } from '../../http/config.ts';
import { browserOf } from '../../overrides/browser/recognise.ts';
import type { Deployment } from '../../registry/deployment.ts';
import { exposition, METRICS_TYPE } from './exposition.ts';
import { keepHealth } from './keep.ts';
import { senderOf } from './senders.ts';
import { HealthStore } from './store.ts';
import { REPORT_LIMIT, readReport } from './telemetry.ts';

/** Returns the versions that pages get: active, previous and canary. */
function offeredBy({ remotes }: Registry): string[] {
  return Object.entries(remotes).flatMap(([name, { active, previous, canary }]) =>
    [active, previous, canary?.version].flatMap((version) => (version === undefined ? [] : [`${name}@${version}`])),
  );
}

/** Returns whether a request comes from a page of another site, according to the browser. */
function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

/**
 * Adds `POST /telemetry`, where pages report how remotes perform, and `GET /metrics` for Prometheus. Counts are stored
 * in the deploy root a few seconds later and on shutdown. A version that fails by these counts is taken back.
 * @param processMetrics returns further metrics to append
 */
export function addHealth(
  app: FastifyInstance,
  config: GatewayConfig,
  deployment: Deployment,
  processMetrics: () => Promise<string>,
): void {
  const store = new HealthStore(config.deployRoot);
  const registryNow = async () => (await deployment.current())?.registry;
  keepHealth(app, config, store, deployment);

  const handleReport = async (request: FastifyRequest, reply: FastifyReply) => {
    const events = readReport(request.body);
    if (isCrossSite(request)) return reply.code(403).send();
    await store.report(events, senderOf(request.ip, browserOf(request).cohort), await registryNow());
    return reply.code(204).send();
  };

  // Registered in a separate scope: the body must be JSON, whatever its content type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/telemetry', { bodyLimit: REPORT_LIMIT }, handleReport);
  });
  app.get('/metrics', async (_request, reply) => {
    const registry = await registryNow();
    const text = exposition(await store.counts(), registry === undefined ? [] : offeredBy(registry));
    return reply
      .type(METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(`${text}${await processMetrics()}`);
  });
}
