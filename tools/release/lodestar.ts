import { resolve } from 'node:path';
import { readArguments } from 'server-kit/command-line';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { Installed } from './installed.ts';
import { isReady } from './processes.ts';
import { readSettings, type Settings } from './settings.ts';
import { restartAll, rollBack, upgrade } from './upgrade.ts';

const USAGE = `Usage: lodestar upgrade FILE        # installs a release's tarball next to the live one, and switches to it
       lodestar rollback [VERSION]  # returns to the release before, or to another installed one
       lodestar restart             # restarts the services one by one, after a change of settings
       lodestar status              # the releases and services

  --settings FOLDER   with lodestar.env, owner.env and release.pub (default: /etc/lodestar)
  --root FOLDER       of the installation (default: that of this release, or /srv/lodestar)`;

async function printStatus({ root, processes }: Settings): Promise<void> {
  const installed = new Installed(root);
  const [current, previous] = [await installed.linked('current'), await installed.linked('previous')];
  for (const version of await installed.versions()) {
    const role = version === current?.version ? 'live' : version === previous?.version ? 'previous' : 'installed';
    console.log(`release ${version.padEnd(20)} ${role}`);
  }
  for (const service of processes)
    console.log(`service ${service.name.padEnd(20)} ${(await isReady(service)) ? 'ready' : 'not ready'}`);
}

runCommand(async () => {
  const { positionals, values } = readArguments(process.argv.slice(2), {
    settings: { type: 'string', default: '/etc/lodestar' },
    root: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return console.log(USAGE);
  const [command, argument, ...more] = positionals;
  const needsFile = command === 'upgrade';
  if (more.length > 0 || needsFile !== (needsFile && argument !== undefined)) throw new PlainError(USAGE);
  const settings = await readSettings(values.settings, values.root === undefined ? undefined : resolve(values.root));
  const options = { settings, print: (line: string) => console.log(line) };
  if (command === 'upgrade') return upgrade(resolve(argument ?? ''), options);
  if (command === 'rollback') return rollBack(argument, options);
  if (command === 'restart' && argument === undefined) return restartAll(options);
  if (command === 'status' && argument === undefined) return printStatus(settings);
  throw new PlainError(USAGE);
});
