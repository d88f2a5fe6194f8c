import { buildGateway } from './app.ts';
import { type BrandFile, readBrand } from './brand.ts';
import { brandFile, type GatewayConfig, readConfig, shownPath } from './config.ts';
import { hasCode, PlainError, reasonOf } from './plain-error.ts';

/** How long answers under way may take once the gateway is told to stop, in milliseconds. */
const STOP_MS = 5_000;

/** Configuration and brand. Throws everything that is wrong with either at once, a line each. */
async function readSettings(env: NodeJS.ProcessEnv): Promise<{ config: GatewayConfig; brand: BrandFile }> {
  const file = brandFile(env);
  const [config, brand] = await Promise.allSettled([(async () => readConfig(env))(), readBrand(file, shownPath(file))]);
  if (config.status === 'fulfilled' && brand.status === 'fulfilled') {
    return { config: config.value, brand: brand.value };
  }
  const reasons: unknown[] = [config, brand].flatMap((read) => (read.status === 'rejected' ? [read.reason] : []));
  const unforeseen = reasons.find((reason) => !(reason instanceof PlainError));
  throw unforeseen ?? new PlainError(reasons.map(reasonOf).join('\n'));
}

async function main(): Promise<void> {
  const { config, brand } = await readSettings(process.env);
  const app = await buildGateway({ config, brand });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(0), STOP_MS).unref();
      void app.close();
    });
  }
  try {
    const address = await app.listen({ port: config.port, host: config.host });
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
