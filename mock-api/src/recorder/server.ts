/** The survey recorder as a process: `node src/recorder/server.ts`. */
import { logger } from '../common/logging.ts';
import { DRAIN_TIME, exitWithError, serve } from '../start.ts';
import { buildRecorder } from './app.ts';
import { readRecorderConfig } from './config.ts';

const service = { name: 'survey recorder', host: '127.0.0.1', port: 0, drainTime: DRAIN_TIME.demo };
try {
  const config = readRecorderConfig(process.env);
  service.host = config.host;
  service.port = config.port;
  if (!config.demo.on) service.drainTime = DRAIN_TIME.production;
  await serve(await buildRecorder(config, logger('recorder', config.logLevel)), service);
} catch (error) {
  exitWithError(error, service);
}
