/** The API as a process: `node src/server.ts`. */
import { buildApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { runService } from './start.ts';

await runService({ name: 'API', log: 'api' }, readConfig, buildApp);
