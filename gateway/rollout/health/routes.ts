import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import type { GatewayConfig } from '../../http/config.ts';
import { browserOf } from '../../overrides/browser.ts';
import type { Deployment } from '../../registry/deployment.ts';
import type { Store } from '../../registry/store/store.ts';
import { senderOf } from './admission.ts';
import { exposeCounts } from './exposition.ts';
import { HealthStore, SAVE_MS, SAVE_SERIES_MS } from './store.ts';
import { REPORT_LIMIT, readReport } from './telemetry.ts';
import { HealthWatch, POLL_INTERVAL_MS } from './watch.ts';

interface Options {
  config: GatewayConfig;
  store: Store;
  deployment: Deployment;
}

/** Runs `work` periodically without overlap. Returns a function that stops it and waits for the current run. */
function repeat(ms: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined;
    });
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Stores counts every few seconds and on shutdown, and takes back versions that fail by these counts. */
function startHealth(app: FastifyInstance, { config, store, deployment }: Options, counted: HealthStore): void {
  const logged = (work: () => Promise<void>) => () =>
    work().catch((thrown: unknown) =>
      app.log.error({ problem: reasonOf(thrown) }, 'health counts not saved or checked'),
    );
  const save = () => counted.save(deployment.last?.registry);
  const saveSeries = () => counted.saveSeries(deployment.last?.registry);
  const watch = new HealthWatch(store, app.log);
  const check = async () => {
    await save();
    const deployed = await deployment.current();
    if (deployed !== undefined) await watch.check(deployed.registry);
  };
  const stops = [repeat(SAVE_MS, logged(save)), repeat(SAVE_SERIES_MS, logged(saveSeries))];
  // In dev mode, teams break versions all the time and notice it themselves.
  if (!config.dev) stops.push(repeat(POLL_INTERVAL_MS, logged(check)));
  app.addHook('onClose', async () => {
    for (const stop of stops) await stop();
    await logged(save)();
    await logged(saveSeries)();
    counted.close();
  });
}

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
 * Adds `POST /telemetry`, where pages report how remotes perform, and their counts to the metrics. Counts are stored in
 * the deploy root a few seconds later and on shutdown. A version that fails by these counts is taken back.
 */
export const health = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  const { deployment } = options;
  const counted = new HealthStore(options.config.deployRoot);
  const registryNow = async () => (await deployment.current())?.registry;
  startHealth(app, options, counted);
  exposeCounts(app.metrics, async () => {
    const registry = await registryNow();
    return { counts: await counted.counts(), offered: registry === undefined ? [] : offeredBy(registry) };
  });
  // Registered in a separate scope: the body must be JSON, whatever its content type.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/telemetry', { bodyLimit: REPORT_LIMIT }, async (request, reply) => {
      const events = readReport(request.body);
      if (isCrossSite(request)) return reply.code(403).send();
      await counted.report(events, senderOf(request.ip, browserOf(request).cohort), await registryNow());
      return reply.code(204).send();
    });
  });
});
