#!/usr/bin/env node
import { runCommand } from 'server-kit/plain-error';
import { requireNode } from '../remote-tools/run-tool.ts';

/** The kit as installed from the `remote-tools` package: it runs the packaged shell where that is installed, too. */
runCommand(async () => {
  requireNode('conformance');
  const { runConformance, startPackaged } = await import('./command.ts');
  const { shellCommand } = await import('e2e/kit/start-shell');
  const shell = await shellCommand();
  await runConformance(process.argv.slice(2), {
    command: 'npx conformance',
    ...(shell === undefined ? {} : { start: () => startPackaged(shell) }),
  });
});
