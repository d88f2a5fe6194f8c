import { mkdir } from 'node:fs/promises';
import { prepareBuilds } from 'e2e/support/hospital/builds';
import { Stack } from 'e2e/support/hospital/stack';
import { RUNNING } from 'e2e/support/hospital/workshop';
import { runCommand } from '../commands/running/running.ts';
import { runConformance } from './command.ts';

runCommand(() =>
  runConformance(process.argv.slice(2), {
    command: 'npm run conformance --',
    async start() {
      await mkdir(RUNNING, { recursive: true });
      await prepareBuilds(false);
      return Stack.start();
    },
  }),
);
