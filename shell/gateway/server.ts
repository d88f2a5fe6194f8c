import { buildGateway } from './app.ts';
import { type BrandFile, readBrand } from './brand.ts';
import { brandFile, type GatewayConfig, readConfig, shownPath } from './config.ts';
import { Draining } from './operation/probes.ts';
import { readTls } from './operation/tls.ts';
import { hasCode, PlainError, reasonOf } from './plain-error.ts';

/**
 * Once the gateway is told to stop: how long it still takes requests while it says that it is not ready, so that balancers send
 * them elsewhere, in milliseconds; then how long answers under way may take.
 */
const DRAIN_MS = { demo: 250, production: 3_000 };
const STOP_MS = 5_000;

/** Configuration, certificate and brand. Throws everything that is wrong with either at once, a line each. */
async function readSettings(env: NodeJS.ProcessEnv): Promise<{ config: GatewayConfig; brand: BrandFile }> {
  const file = brandFile(env);
  const [config, brand] = await Promise.allSettled([readWholeConfig(env), readBrand(file, shownPath(file))]);
  if (config.status === 'fulfilled' && brand.status === 'fulfilled') {
    return { config: config.value, brand: brand.value };
  }
  const reasons: unknown[] = [config, brand].flatMap((read) => (read.status === 'rejected' ? [read.reason] : []));
  const unforeseen = reasons.find((reason) => !(reason instanceof PlainError));
  throw unforeseen ?? new PlainError(reasons.map(reasonOf).join('\n'));
}

async function readWholeConfig(env: NodeJS.ProcessEnv): Promise<GatewayConfig> {
  const config = readConfig(env);
  if (config.tls) await readTls(config.tls);
  return config;
}

/** Runs a gateway with the settings of this process's environment, until a signal ends it. */
export async function main(): Promise<void> {
  const { config, brand } = await readSettings(process.env);
  const draining = new Draining();
  const app = await buildGateway({ config, brand, draining });
  const drainMs = config.demo ? DRAIN_MS.demo : DRAIN_MS.production;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      draining.begin();
      app.log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(0), drainMs + STOP_MS).unref();
      setTimeout(() => void app.close(), drainMs);
    });
  }
  try {
    const heard = await app.listen({ port: config.port, host: config.host });
    const address = config.tls === undefined ? heard : heard.replace(/^http:/, 'https:');
    app.log.info({ address, deployRoot: config.deployRoot, dev: config.dev }, 'listening');
  } catch (thrown) {
    if (!hasCode(thrown, 'EADDRINUSE')) throw thrown;
    throw new PlainError(`Port ${config.port} is in use: stop what runs there, or choose another with PORT=...`);
  }
}

if (import.meta.main) {
  main().catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exit(1);
  });
}
