#!/usr/bin/env node
import '../../commands/running/tether.ts';
import { runCommand } from 'server-kit/plain-error';
import { requireNode } from '../../remote-tools/run-tool.ts';
import { USAGE } from '../usage.ts';

const args = process.argv.slice(2);

runCommand(async () => {
  if (args.includes('--help') || args.includes('-h')) return console.log(USAGE);
  requireNode('lodestar-shell');
  const { lodestarShell } = await import('../command.ts');
  await lodestarShell(args, process.env);
});
