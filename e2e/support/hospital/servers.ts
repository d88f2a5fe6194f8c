import type { Services } from 'tools/commands/running/services';

interface Servers {
  ports: { api: number; recorder: number; gateway: number };
  origin: string;
  data: string;
  apiEnv?: Record<string, string>;
  gatewayEnv: Record<string, string>;
  /** Address that returns 2xx once the gateway is ready, or a function that returns whether it is. */
  gatewayHealth: string | (() => Promise<boolean>);
}

/** Starts an API and a recorder that only this machine reaches, and a gateway. Resolves when all are healthy. */
export async function startServers(services: Services, servers: Servers): Promise<void> {
  const { ports, origin, data, apiEnv, gatewayEnv, gatewayHealth } = servers;
  const local = (name: string, script: string, port: number, path: string, env: Record<string, string> = {}) =>
    services.start({
      name,
      script,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: data,
        PUBLIC_URL: origin,
        ALLOWED_ORIGINS: origin,
        ...env,
      },
      health: `http://127.0.0.1:${port}${path}`,
    });
  await Promise.all([
    // No test may depend on the time of day.
    local('API', 'mock-api/src/server.ts', ports.api, '/api/health', { DAILY_QUESTION: 'off', ...apiEnv }),
    local('recorder', 'mock-api/src/recorder/server.ts', ports.recorder, '/health'),
  ]);
  await services.start({
    name: 'gateway',
    script: 'gateway/server.ts',
    env: {
      PORT: String(ports.gateway),
      API_URL: `http://127.0.0.1:${ports.api}`,
      PUBLIC_URL: origin,
      ...gatewayEnv,
    },
    health: gatewayHealth,
  });
}
