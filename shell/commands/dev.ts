import { basename, join } from 'node:path';
import { beginDevelopment } from '../gateway/development.ts';
import { packageFolder, remoteNamed } from '../gateway/package-build.ts';
import { dataRoot, deployRoot, REPO } from '../gateway/paths.ts';
import { PlainError } from '../gateway/plain-error.ts';
import { develop } from './development/develop.ts';
import { endWithFirst, runCommand, startEverything } from './running.ts';

runCommand(async () => {
  const [typed] = process.argv.slice(2);
  if (typed === undefined) throw new PlainError('Name the remote to work on, e.g. npm run dev -- surveys-mfe');
  const name = remoteNamed(typed);
  const folder = packageFolder(name);
  const root = deployRoot(process.env);
  const development = await beginDevelopment(root, name);
  const running = await startEverything(process.env, true).catch(async (thrown: unknown) => {
    await development.end();
    throw thrown;
  });
  const { gateway } = running;
  const cache = join(dataRoot(process.env), 'build', 'cache', name);
  const standsOn = [join(REPO, 'shared-ui')];
  const say = (text: string) => console.log(text);
  const developing = develop({ development, root, name, folder, standsOn, cache, gateway, say });
  running.services.beforeStop(() => developing.end());
  await developing.firstBuild;
  console.log(
    `\n  Lodestar runs at http://localhost:${running.ports.gateway}; changes in ${basename(folder)} and shared-ui show there by themselves. Ctrl-C ends everything.\n`,
  );
  await endWithFirst(running);
});
