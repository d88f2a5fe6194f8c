import { EnvironmentReader } from 'server-kit/environment';
import { listenWhenFree, PORT_WAIT_MS } from 'server-kit/listen';
import { useForwardProxy } from 'server-kit/outside/forward-proxy';
import { hasCode, PlainError, reasonOf } from 'server-kit/plain-error';
import { readTls } from 'server-kit/tls/files';
import { buildGateway } from './app.ts';
import { brandFile, type GatewayConfig, readConfig, shownPath } from './http/config.ts';
import { type BrandFile, readBrand } from './pages/brand.ts';

/**
 * Shutdown times in milliseconds. First, the gateway still takes requests while it reports that it is not ready, so
 * that load balancers send them elsewhere; then, running responses may finish.
 */
const DRAIN_MS = { demo: 250, production: 3_000 };
const STOP_MS = 5_000;

/** Reads configuration, certificate and brand. @throws one error with everything that is wrong, one problem per line */
async function readSettings(env: NodeJS.ProcessEnv): Promise<{ config: GatewayConfig; brand: BrandFile }> {
  const file = brandFile(env);
  const isDemo = new EnvironmentReader(env).flag('DEMO_MODE', true);
  const [config, brand] = await Promise.allSettled([readWholeConfig(env), readBrand(file, shownPath(file), isDemo)]);
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
  if (config.internalTls) await readTls(config.internalTls.files, 'INTERNAL');
  return config;
}

/** Runs a gateway with the settings in this process's environment, until a signal stops it. */
export async function main(): Promise<void> {
  const { config, brand } = await readSettings(process.env);
  useForwardProxy(config.forwardProxy);
  const app = await buildGateway({ config, brand });
  const drainMs = config.demo ? DRAIN_MS.demo : DRAIN_MS.production;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      app.stopping.begun = true;
      app.log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(0), drainMs + STOP_MS).unref();
      setTimeout(() => void app.close(), drainMs);
    });
  }
  try {
    const { port, host } = config;
    const waitMs = config.demo ? PORT_WAIT_MS.demo : PORT_WAIT_MS.production;
    const onWait = () => app.log.warn({ port, waitMs }, 'port in use, waiting for it');
    const listeningUrl = await listenWhenFree(() => app.listen({ port, host }), waitMs, onWait);
    const address = config.tls === undefined ? listeningUrl : listeningUrl.replace(/^http:/, 'https:');
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
