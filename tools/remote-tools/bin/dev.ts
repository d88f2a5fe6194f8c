#!/usr/bin/env node
import { readArguments } from '../../../gateway/common/command-line.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';
import { runTool } from '../run-tool.ts';

const USAGE = `Runs the remote in this folder in development mode, in a deployed shell.

  dev --shell https://lodestar.example.org
    --minutes 480   validity of the link in minutes (default: 8 hours)
    --key FILE      key of a team that may publish the remote (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)`;

runTool({
  name: 'dev',
  usage: USAGE,
  run: async (args, folder) => {
    const { REMOTE_SHELL_OPTIONS, runInRemoteShell } = await import(
      '../../commands/development/remote-shell/command.ts'
    );
    const { nameOfProject } = await import('../../../gateway/publish/package-build.ts');
    const { shell, ...how } = readArguments(args, REMOTE_SHELL_OPTIONS).values;
    if (shell === undefined) {
      throw new PlainError('Name the shell to show the remote in, e.g. dev --shell https://lodestar.example.org');
    }
    const name = await nameOfProject(folder);
    await runInRemoteShell({ env: process.env, name, folder, dependsOn: [] }, { shell, ...how });
  },
});
