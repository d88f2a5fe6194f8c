import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { beginDevelopment } from '../gateway/development.ts';
import { readMinutes } from '../gateway/override/command.ts';
import { packageFolder, remoteNamed } from '../gateway/package-build.ts';
import { dataRoot, deployRoot, REPO } from '../gateway/paths.ts';
import { PlainError, reasonOf } from '../gateway/plain-error.ts';
import { develop } from './development/develop.ts';
import { DEV_MINUTES, readShell, runElsewhere } from './development/elsewhere/command.ts';
import { endWithFirst, runCommand, startEverything } from './running.ts';

const SHARED_UI = join(REPO, 'shared-ui');

function parseArguments() {
  try {
    const options = { shell: { type: 'string' }, minutes: { type: 'string' }, key: { type: 'string' } } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (thrown) {
    throw new PlainError(`${reasonOf(thrown).split('. ')[0]}.`);
  }
}

/** Starts the whole product here and works on one remote in it. */
async function developHere(name: string): Promise<void> {
  const folder = packageFolder(name);
  const root = deployRoot(process.env);
  const development = await beginDevelopment(root, name);
  const running = await startEverything(process.env, true).catch(async (thrown: unknown) => {
    await development.end();
    throw thrown;
  });
  const { gateway } = running;
  const cache = join(dataRoot(process.env), 'build', 'cache', name);
  const say = (text: string) => console.log(text);
  const developing = develop({ development, root, name, folder, standsOn: [SHARED_UI], cache, gateway, say });
  running.services.beforeStop(() => developing.end());
  await developing.firstBuild;
  console.log(
    `\n  Lodestar runs at http://localhost:${running.ports.gateway}; changes in ${basename(folder)} and shared-ui show there by themselves. Ctrl-C ends everything.\n`,
  );
  await endWithFirst(running);
}

runCommand(async () => {
  const { values, positionals } = parseArguments();
  const [typed] = positionals;
  if (typed === undefined) throw new PlainError('Name the remote to work on, e.g. npm run dev -- surveys-mfe');
  const name = remoteNamed(typed);
  if (values.shell === undefined) return developHere(name);
  await runElsewhere({
    env: process.env,
    name,
    folder: packageFolder(name),
    standsOn: [SHARED_UI],
    shell: readShell(values.shell),
    minutes: readMinutes(values.minutes, DEV_MINUTES),
    key: values.key,
  });
});
