import { buildGateway } from './app.ts';
import { readBrand } from './brand.ts';
import { readConfig, shownPath } from './config.ts';
import { hasCode, PlainError } from './plain-error.ts';

/** How long answers under way may take once the gateway is told to stop, in milliseconds. */
const STOP_MS = 5_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const brand = await readBrand(config.brandFile, shownPath(config.brandFile));
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
