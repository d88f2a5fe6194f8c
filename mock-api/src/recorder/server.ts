/** The survey recorder as a process: `node src/recorder/server.ts`. */
import { runService } from '../start.ts';
import { buildRecorder } from './app.ts';
import { readRecorderConfig } from './config.ts';

await runService({ name: 'survey recorder', log: 'recorder' }, readRecorderConfig, buildRecorder);
