import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { runCommand } from 'server-kit/plain-error';
import { ensureBrowsers, installWithApt, missingPackages } from './browsers/tools.ts';

/** Installs the engines' missing packages. Prints the command for those that could not be installed. */
function ensureEngines(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  console.log(`Missing for the other engines: ${missing.join(', ')}. Installing.`);
  installWithApt(...missing);
  const left = missingPackages();
  if (left.length === 0) return;
  console.log(`Could not be installed here: ${left.join(', ')}. As root: apt-get install -y ${left.join(' ')}`);
}

/** Runs the key journeys in Chromium, Firefox and WebKit, with arguments after `--` (docs/test-across-remotes.md). */
runCommand(async () => {
  const browsers = ensureBrowsers(process.env);
  ensureEngines();
  const args = [join('e2e', 'engines', 'engines.ts'), ...process.argv.slice(2)];
  const runner = spawn(process.execPath, args, { cwd: REPO, env: { ...process.env, ...browsers }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner.kill(signal));
  const [code] = await once(runner, 'close');
  process.exitCode = code ?? 1;
});
