import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPO = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether this code was installed as a package in a team's own project. */
const IS_INSTALLED = REPO.split(sep).includes('node_modules');

/** Returns a text with its commands as the user types them: `npm run keys -- …` here, `npx keys …` in a project. */
export function withOwnCommands(text: string): string {
  return IS_INSTALLED ? text.replaceAll(/npm run ([\w-]+) --/g, 'npx $1') : text;
}

/** Returns the folder of run-time state; `DATA_ROOT` moves it. */
export function dataRoot(env: NodeJS.ProcessEnv): string {
  return resolve(REPO, env.DATA_ROOT || '.lodestar');
}

/** Returns the folder in which the shell, the remotes and registry.json are published; `DEPLOY_ROOT` moves it. */
export function deployRoot(env: NodeJS.ProcessEnv): string {
  return env.DEPLOY_ROOT ? resolve(REPO, env.DEPLOY_ROOT) : join(dataRoot(env), 'deploy');
}
