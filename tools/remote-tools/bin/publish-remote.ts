#!/usr/bin/env node
import { PUBLISH_USAGE } from 'gateway/publish/usage';
import { readProject, runTool } from '../run-tool.ts';

runTool({
  name: 'publish-remote',
  usage: PUBLISH_USAGE,
  run: async (args, folder) => {
    const { publishRemote } = await import('gateway/publish-remote');
    await publishRemote(args, await readProject(folder));
  },
});
