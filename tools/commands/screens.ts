import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { ensureBrowsers, ensureFfmpeg } from './browsers/tools.ts';
import { runCommand } from './running/running.ts';

/**
 * Takes screenshots of every screen, light and dark, on the narrowest phone, with text at twice its size and in French,
 * and arranges them on contact sheets. Arguments after `--` go to the runner, e.g. `npm run screens -- --grep login`.
 */
runCommand(async () => {
  const browsers = ensureBrowsers(process.env);
  ensureFfmpeg(process.env);
  const args = ['playwright', 'test', 'looks/', ...process.argv.slice(2)];
  const env = { ...process.env, ...browsers, PICTURES: '1', npm_config_loglevel: 'error' };
  const runner = spawn('npx', args, { cwd: join(REPO, 'e2e'), env, stdio: 'inherit' });
  const [code] = await once(runner, 'close');
  process.exitCode = code ?? 1;
});
