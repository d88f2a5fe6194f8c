#!/usr/bin/env node
import { GATE_USAGE } from 'gateway/publish/usage';
import { runTool } from '../run-tool.ts';

runTool({
  name: 'can-i-publish',
  usage: GATE_USAGE,
  run: async (args) => {
    const { canIPublish } = await import('gateway/publish/gate/command');
    await canIPublish(args, process.env.DEPLOY_ROOT || undefined);
  },
});
