import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const REPO = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns the folder of run-time state; `DATA_ROOT` moves it. */
export function dataRoot(env: NodeJS.ProcessEnv): string {
  return resolve(REPO, env.DATA_ROOT || '.lodestar');
}

/** Returns the folder in which the shell, the remotes and registry.json are published; `DEPLOY_ROOT` moves it. */
export function deployRoot(env: NodeJS.ProcessEnv): string {
  return env.DEPLOY_ROOT ? resolve(REPO, env.DEPLOY_ROOT) : join(dataRoot(env), 'deploy');
}
