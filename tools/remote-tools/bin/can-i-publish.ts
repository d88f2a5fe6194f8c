#!/usr/bin/env node
import { runCommand } from '../../../gateway/common/plain-error.ts';
import { requireNode } from '../require-node.ts';

runCommand(async () => {
  requireNode('can-i-publish');
  const { canIPublish } = await import('../../../gateway/publish/gate/command.ts');
  await canIPublish(process.argv.slice(2), process.env.DEPLOY_ROOT || undefined);
});
