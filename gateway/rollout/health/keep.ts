import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../../common/plain-error.ts';
import type { GatewayConfig } from '../../http/config.ts';
import type { Deployment } from '../../registry/deployment.ts';
import { type HealthStore, SAVE_MS } from './store.ts';
import { HealthWatch, POLL_INTERVAL_MS } from './watch.ts';

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
export function keepHealth(
  app: FastifyInstance,
  config: GatewayConfig,
  store: HealthStore,
  deployment: Deployment,
): void {
  const logged = (work: () => Promise<void>) => () =>
    work().catch((thrown: unknown) => app.log.error({ problem: reasonOf(thrown) }, 'health not kept'));
  const save = () => store.save(deployment.last?.registry);
  const watch = new HealthWatch(config.deployRoot, app.log);
  const check = async () => {
    await save();
    const deployed = await deployment.current();
    if (deployed !== undefined) await watch.check(deployed.registry);
  };
  const stops = [repeat(SAVE_MS, logged(save))];
  // In dev mode, teams break versions all the time and notice it themselves.
  if (!config.dev) stops.push(repeat(POLL_INTERVAL_MS, logged(check)));
  app.addHook('onClose', async () => {
    for (const stop of stops) await stop();
    await logged(save)();
    store.close();
  });
}
