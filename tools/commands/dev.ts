import { basename, join } from 'node:path';
import { beginDevelopment } from 'gateway/dev/development';
import { packageFolder, remoteNamed } from 'gateway/publish/package-build';
import { keyForBuild } from 'gateway/trust/signing-key';
import { readArguments } from 'server-kit/command-line';
import { dataRoot, deployRoot, REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { develop } from './development/develop.ts';
import { REMOTE_SHELL_OPTIONS, runInRemoteShell } from './development/remote-shell/command.ts';
import { restartOnChange } from './development/restart-service.ts';
import { endWithFirst, runCommand, startEverything } from './running/running.ts';

const SHARED_UI = join(REPO, 'shared-ui');
/** Folders whose sources the API imports. */
const API_SOURCES = ['mock-api/src', 'server-kit', 'shared-ui/src/contract'].map((folder) => join(REPO, folder));

const USAGE = `Runs a remote of this repository in development mode.

  npm run dev -- surveys-mfe                                          in the whole product, started on this machine
  npm run dev -- surveys-mfe --shell https://lodestar.example.org     in a deployed shell, through a link for this browser
  --key FILE      key of a team that may publish the remote (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)
  --minutes 480   validity of the link in minutes (default: 8 hours)`;

/** Starts the whole product on this machine and develops one remote in it. */
async function developHere(name: string, keyFile: string | undefined): Promise<void> {
  const folder = packageFolder(name);
  const root = deployRoot(process.env);
  const key = await keyForBuild(process.env, name, keyFile);
  const development = await beginDevelopment(root, name);
  const running = await startEverything(process.env, true).catch(async (thrown: unknown) => {
    await development.end();
    throw thrown;
  });
  const { gateway } = running;
  const cache = join(dataRoot(process.env), 'build', 'cache', name);
  const print = (text: string) => console.log(text);
  const developing = develop({ development, root, name, folder, dependsOn: [SHARED_UI], key, cache, gateway, print });
  running.services.beforeStop(() => developing.end());
  const { services } = running;
  services.beforeStop(restartOnChange({ services, name: 'API', sources: API_SOURCES, print }));
  await developing.firstBuild;
  console.log(
    `\n  Lodestar runs at http://localhost:${running.ports.gateway}; changes in ${basename(folder)} and shared-ui show there by themselves, and those in mock-api restart the API. Ctrl-C ends everything.\n`,
  );
  await endWithFirst(running);
}

runCommand(async () => {
  const { values: asked, positionals } = readArguments(process.argv.slice(2), {
    ...REMOTE_SHELL_OPTIONS,
    help: { type: 'boolean', short: 'h' },
  });
  const { help, shell, ...how } = asked;
  if (help) return console.log(USAGE);
  const [target] = positionals;
  if (target === undefined) throw new PlainError('Name the remote to work on, e.g. npm run dev -- surveys-mfe');
  const name = remoteNamed(target);
  if (shell === undefined) return developHere(name, how.key);
  const developed = { env: process.env, name, folder: packageFolder(name), dependsOn: [SHARED_UI] };
  await runInRemoteShell(developed, { shell, ...how });
});
