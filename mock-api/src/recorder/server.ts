/** The survey recorder as a process: `node src/recorder/server.ts`. */
import { logger } from '../logging.ts';
import { giveUp, serve } from '../start.ts';
import { buildRecorder } from './app.ts';
import { readRecorderConfig } from './config.ts';

const service = { name: 'survey recorder', host: '127.0.0.1', port: 0 };
try {
  const config = readRecorderConfig(process.env);
  service.host = config.host;
  service.port = config.port;
  await serve(await buildRecorder(config, logger('recorder', config.logLevel)), service);
} catch (error) {
  giveUp(error, service);
}
