import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { BadRequestError, readOr400 } from 'server-kit/fields';
import { reasonOf } from 'server-kit/plain-error';
import type { Registry } from 'shared-ui/contract';
import type { FormOf, TextRule } from 'shared-ui/contract/documents';
import type { HealthEvent, HealthReport } from 'shared-ui/contract/host';
import type { GatewayConfig } from '../../http/config.ts';
import type { CallQueue } from '../../http/traffic/call-queue.ts';
import { browserOf } from '../../overrides/browser.ts';
import type { Deployment } from '../../registry/deployment.ts';
import type { Store } from '../../registry/store/store.ts';
import { senderOf } from './admission.ts';
import { exposeCounts } from './exposition.ts';
import { HealthStore, SAVE_MS, SAVE_SERIES_MS } from './store.ts';
import { HealthWatch, POLL_INTERVAL_MS } from './watch.ts';

/** Maximum size of a report, in bytes. */
const REPORT_LIMIT = 64 * 1024;

const REMOTE: TextRule = {
  pattern: /^[^@\s]{1,64}@[^@\s]{1,128}$/,
  says: 'a remote and its version like "surveys@1.0.0"',
};
const CODE: TextRule = { pattern: /^[A-Z_]{1,40}$/, says: 'a code in capital letters' };

const EVENT: FormOf<HealthEvent> = {
  kind: 'object',
  required: {
    kind: { kind: 'choice', of: ['loaded', 'failed', 'broke', 'error', 'TTFB', 'FCP', 'LCP', 'INP', 'CLS'] },
    remote: { kind: 'text', rule: REMOTE },
  },
  optional: { code: { kind: 'text', rule: CODE }, value: { kind: 'count' } },
};

const REPORT: FormOf<HealthReport> = {
  kind: 'object',
  required: { events: { kind: 'list', of: EVENT } },
  optional: {},
};

const isFailure = ({ kind }: HealthEvent) => kind === 'failed' || kind === 'broke' || kind === 'error';

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new BadRequestError('the body is not JSON');
  }
}

/** Removes repeated events: each counts once per page. */
function withoutRepeats(events: HealthEvent[]): HealthEvent[] {
  const byKey = events.map((event) => [`${event.kind} ${event.remote} ${event.code}`, event] as const);
  return [...new Map(byKey.reverse()).values()].reverse();
}

/** Parses a page's report and removes repeated events. @throws 400 error when it is invalid */
function readReport(body: unknown): HealthEvent[] {
  const { events } = readOr400<HealthReport>(REPORT, parse(body));
  events.forEach((event, index) => {
    const field = isFailure(event) ? 'code' : 'value';
    if (event[field] === undefined) throw new BadRequestError(`"events[${index}].${field}" is missing`);
  });
  return withoutRepeats(events);
}

interface Options {
  config: GatewayConfig;
  store: Store;
  deployment: Deployment;
  calls: CallQueue;
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
  const { deployment, calls } = options;
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
    // Counts are a sample: while people wait for the API, reports are refused before they are read.
    const onRequest = async () => calls.checkDeferrable();
    scope.post('/telemetry', { bodyLimit: REPORT_LIMIT, onRequest }, async (request, reply) => {
      const events = readReport(request.body);
      if (isCrossSite(request)) return reply.code(403).send();
      await counted.report(events, senderOf(request.ip, browserOf(request).cohort), await registryNow());
      return reply.code(204).send();
    });
  });
});
