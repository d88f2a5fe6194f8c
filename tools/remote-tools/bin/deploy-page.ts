#!/usr/bin/env node
import { resolve } from 'node:path';
import { runCommand } from 'server-kit/plain-error';
import { requireNode } from '../run-tool.ts';

runCommand(async () => {
  requireNode('deploy-page');
  process.env.DATA_ROOT ??= resolve(process.env.INIT_CWD ?? process.cwd(), '.lodestar');
  const { deployPage } = await import('gateway/pages/deploy/access/command');
  console.log(await deployPage(process.argv.slice(2), process.env));
});
