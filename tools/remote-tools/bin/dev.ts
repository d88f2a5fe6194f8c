#!/usr/bin/env node
import { readArguments } from 'server-kit/command-line';
import { runTool } from '../run-tool.ts';

const USAGE = `Runs the remote in this folder in development mode, in a shell that runs already.

  dev                                         in the demo on this machine (npx lodestar-shell), at http://localhost:4300
  dev --shell https://lodestar.example.org    in another shell
    --minutes 480   validity of the link in minutes (default: 8 hours)
    --key FILE      key of a team that may publish the remote (default: SIGNING_KEY_FILE, else the one in .lodestar/keys)

The operator of a shell other than a demo on this machine allows it once, with these commands:
  ALLOW_OVERRIDES=1                                               in the gateway's settings, and a restart
  npm run keys -- add TEAM --remotes NAME --public-key KEY        your team's key; dev prints this command complete
  npm run accounts -- make-tester EMAIL                           for each account that signs in with your version`;

runTool({
  name: 'dev',
  usage: USAGE,
  run: async (args, folder) => {
    const { REMOTE_SHELL_OPTIONS, runInRemoteShell, shellOrLocal } = await import(
      '../../commands/development/remote-shell/command.ts'
    );
    const { readProject } = await import('../../commands/development/project.ts');
    const { CommandBuilder } = await import('../../commands/development/command-builder.ts');
    const { shell: given, ...how } = readArguments(args, REMOTE_SHELL_OPTIONS).values;
    const shell = await shellOrLocal(given);
    const { name, build, isSandboxed } = await readProject(folder);
    const builder = build === 'preset' ? {} : { builder: new CommandBuilder(folder) };
    const developed = { env: process.env, name, folder, dependsOn: [], isSandboxed, ...builder };
    await runInRemoteShell(developed, { shell, ...how });
  },
});
