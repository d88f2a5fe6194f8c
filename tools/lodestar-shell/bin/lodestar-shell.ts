#!/usr/bin/env node
import '../../commands/running/tether.ts';
import { runCommand } from '../../../gateway/common/plain-error.ts';
import { requireNode } from '../../remote-tools/require-node.ts';

runCommand(async () => {
  requireNode('lodestar-shell');
  const { lodestarShell } = await import('../command.ts');
  await lodestarShell(process.argv.slice(2), process.env);
});
