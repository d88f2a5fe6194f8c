import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright';
import { runCommand } from '../../shell/commands/running.ts';
import { PlainError } from '../../shell/gateway/plain-error.ts';
import { launchWindowless } from '../support/browser.ts';
import { prepareBuilds } from '../support/builds.ts';
import { Stack } from '../support/stack.ts';
import { RUNNING } from '../support/workshop.ts';
import { examine } from './examine.ts';
import { conforms, report } from './findings.ts';
import { inFolder } from './in-folder.ts';
import { takeRemote } from './source.ts';

const USAGE = `Holds a built surveys remote against every clause of survey@1, in a real browser.

  npm run conformance -- https://surveys.example.org/1.0.0/remote.json
  npm run conformance -- <folder with remote.json>`;

runCommand(async () => {
  const [where, ...rest] = process.argv.slice(2);
  if (where === undefined || where.startsWith('-') || rest.length > 0) throw new PlainError(USAGE);
  await inFolder(async (folder) => {
    await takeRemote(where, folder);
    await mkdir(RUNNING, { recursive: true });
    await prepareBuilds();
    const stack = await Stack.start();
    const browser = await chromium.launch(launchWindowless());
    try {
      const findings = await examine(folder, stack, browser);
      console.log(`\n${report(where, findings)}`);
      process.exitCode = conforms(findings) ? 0 : 1;
    } finally {
      await browser.close();
      await stack.stop();
    }
  });
});
