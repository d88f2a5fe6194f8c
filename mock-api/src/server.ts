/** The API as a process: `node src/server.ts`. */
import { PORT_WAIT_MS } from '../../gateway/common/listen.ts';
import { buildApp } from './app.ts';
import { logger } from './common/logging.ts';
import { readConfig } from './config/config.ts';
import { DRAIN_TIME, exitWithError, serve } from './start.ts';

const service = { name: 'API', host: '127.0.0.1', port: 0, drainTime: DRAIN_TIME.demo, portWait: PORT_WAIT_MS.demo };
try {
  const config = readConfig(process.env);
  service.host = config.host;
  service.port = config.port;
  if (!config.demo.on) {
    service.drainTime = DRAIN_TIME.production;
    service.portWait = PORT_WAIT_MS.production;
  }
  await serve(await buildApp(config, logger('api', config.logLevel)), service);
} catch (error) {
  exitWithError(error, service);
}
