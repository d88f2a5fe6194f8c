#!/usr/bin/env node
import { PROJECT_KEYS_USAGE } from 'gateway/publish/usage';
import { runTool } from '../run-tool.ts';

runTool({
  name: 'keys',
  usage: PROJECT_KEYS_USAGE,
  run: async (args) => {
    const { createProjectKey } = await import('gateway/publish/keys');
    console.log(await createProjectKey(args, process.env));
  },
});
