import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import type { Deployment } from '../deployment.ts';
import { reasonOf } from '../plain-error.ts';
import { type HealthStore, SAVE_MS } from './store.ts';
import { HealthWatch, LOOK_MS } from './watch.ts';

/** Calls `work` every so often, never twice at once, until the gateway stops; what it throws is logged. */
function repeat(app: FastifyInstance, ms: number, work: () => Promise<void>): void {
  let isUnderWay = false;
  const timer = setInterval(async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    await work().catch((thrown: unknown) => app.log.error({ problem: reasonOf(thrown) }, 'health not kept'));
    isUnderWay = false;
  }, ms);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
}

/** Writes down what is counted, every few seconds and when the gateway stops, and takes back versions that fail by it. */
export function keepHealth(
  app: FastifyInstance,
  config: GatewayConfig,
  store: HealthStore,
  deployment: Deployment,
): void {
  const save = () => store.save(deployment.last?.registry);
  repeat(app, SAVE_MS, save);
  const watch = new HealthWatch(config.deployRoot, app.log);
  const look = async () => {
    await save();
    const deployed = await deployment.current();
    if (deployed !== undefined) await watch.look(deployed.registry);
  };
  // Teams at work break versions all the time, and see it.
  if (!config.dev) repeat(app, LOOK_MS, look);
  app.addHook('onClose', async () => {
    await save().catch((thrown: unknown) => app.log.error({ problem: reasonOf(thrown) }, 'health not kept'));
    store.close();
  });
}
