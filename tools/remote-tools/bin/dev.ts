#!/usr/bin/env node
import { resolve } from 'node:path';
import { readArguments } from '../../../gateway/common/command-line.ts';
import { runCommand } from '../../../gateway/common/plain-error.ts';
import { requireNode } from '../require-node.ts';

const USAGE = `Runs the remote in this folder in development mode, in a shell that runs already.

  dev                                         in the demo on this machine (npx lodestar-shell), at http://localhost:4300
  dev --shell https://lodestar.example.org    in another shell
    --minutes 480   validity of the link in minutes (default: 8 hours)
    --key FILE      key of a team that may publish the remote (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)

The operator of a shell other than a demo on this machine allows it once, with these commands:
  ALLOW_OVERRIDES=1                                               in the gateway's settings, and a restart
  npm run keys -- add TEAM --remotes NAME --public-key KEY        your team's key; dev prints this command complete
  npm run accounts -- make-tester EMAIL                           for each account that signs in with your version`;

runCommand(async () => {
  requireNode('dev');
  const { REMOTE_SHELL_OPTIONS, runInRemoteShell, shellOrLocal } = await import(
    '../../commands/development/remote-shell/command.ts'
  );
  const { readProject } = await import('../../commands/development/project.ts');
  const { CommandBuilder } = await import('../../commands/development/command-builder.ts');
  const options = { ...REMOTE_SHELL_OPTIONS, help: { type: 'boolean', short: 'h' } } as const;
  const { shell: given, help, ...how } = readArguments(process.argv.slice(2), options).values;
  if (help) return console.log(USAGE);
  const shell = await shellOrLocal(given);
  const folder = process.env.INIT_CWD ?? process.cwd();
  process.env.DATA_ROOT ??= resolve(folder, '.lodestar');
  const { name, build, isSandboxed } = await readProject(folder);
  const builder = build === 'preset' ? {} : { builder: new CommandBuilder(folder) };
  const developed = { env: process.env, name, folder, dependsOn: [], isSandboxed, ...builder };
  await runInRemoteShell(developed, { shell, ...how });
});
