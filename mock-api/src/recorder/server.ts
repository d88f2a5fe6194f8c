/** The survey recorder as a process: `node src/recorder/server.ts`. */
import { PORT_WAIT_MS } from '../../../gateway/common/listen.ts';
import { logger } from '../common/logging.ts';
import { DRAIN_TIME, exitWithError, serve } from '../start.ts';
import { buildRecorder } from './app.ts';
import { readRecorderConfig } from './config.ts';

const service = {
  name: 'survey recorder',
  host: '127.0.0.1',
  port: 0,
  drainTime: DRAIN_TIME.demo,
  portWait: PORT_WAIT_MS.demo,
};
try {
  const config = readRecorderConfig(process.env);
  service.host = config.host;
  service.port = config.port;
  if (!config.demo.on) {
    service.drainTime = DRAIN_TIME.production;
    service.portWait = PORT_WAIT_MS.production;
  }
  await serve(await buildRecorder(config, logger('recorder', config.logLevel)), service);
} catch (error) {
  exitWithError(error, service);
}
