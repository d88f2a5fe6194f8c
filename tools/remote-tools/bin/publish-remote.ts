#!/usr/bin/env node
import { PlainError, runCommand } from '../../../gateway/common/plain-error.ts';
import { requireNode } from '../require-node.ts';

runCommand(async () => {
  requireNode('Publishing');
  if (!process.env.DEPLOY_ROOT) {
    throw new PlainError('DEPLOY_ROOT must name the folder from which the gateway serves the product.');
  }
  const { publishRemote } = await import('../../../gateway/publish-remote.ts');
  await publishRemote(process.argv.slice(2));
});
