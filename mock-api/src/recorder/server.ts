/** The survey recorder as a process: `node src/recorder/server.ts`. */
import { logger } from '../common/logging.ts';
import { giveUp, LAST_CALL, serve } from '../start.ts';
import { buildRecorder } from './app.ts';
import { readRecorderConfig } from './config.ts';

const service = { name: 'survey recorder', host: '127.0.0.1', port: 0, lastCall: LAST_CALL.demo };
try {
  const config = readRecorderConfig(process.env);
  service.host = config.host;
  service.port = config.port;
  if (!config.demo.on) service.lastCall = LAST_CALL.production;
  await serve(await buildRecorder(config, logger('recorder', config.logLevel)), service);
} catch (error) {
  giveUp(error, service);
}
