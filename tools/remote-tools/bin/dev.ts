#!/usr/bin/env node
import { resolve } from 'node:path';
import { readArguments } from '../../../gateway/common/command-line.ts';
import { PlainError, runCommand } from '../../../gateway/common/plain-error.ts';
import { requireNode } from '../require-node.ts';

const USAGE = `Runs the remote in this folder in development mode, in a deployed shell.

  dev --shell https://lodestar.example.org
    --minutes 480   validity of the link in minutes (default: 8 hours)
    --key FILE      key of a team that may publish the remote (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)`;

runCommand(async () => {
  requireNode('dev');
  const { REMOTE_SHELL_OPTIONS, runInRemoteShell } = await import('../../commands/development/remote-shell/command.ts');
  const { nameOfProject } = await import('../../../gateway/publish/package-build.ts');
  const options = { ...REMOTE_SHELL_OPTIONS, help: { type: 'boolean', short: 'h' } } as const;
  const { shell, help, ...how } = readArguments(process.argv.slice(2), options).values;
  if (help) return console.log(USAGE);
  if (shell === undefined) {
    throw new PlainError('Name the shell to show the remote in, e.g. dev --shell https://lodestar.example.org');
  }
  const folder = process.env.INIT_CWD ?? process.cwd();
  process.env.DATA_ROOT ??= resolve(folder, '.lodestar');
  const name = await nameOfProject(folder);
  await runInRemoteShell({ env: process.env, name, folder, dependsOn: [] }, { shell, ...how });
});
