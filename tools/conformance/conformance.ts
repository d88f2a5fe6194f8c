import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { prepareBuilds } from '../../e2e/support/builds.ts';
import { Stack } from '../../e2e/support/stack.ts';
import { RUNNING } from '../../e2e/support/workshop.ts';
import { PlainError } from '../../gateway/common/plain-error.ts';
import { runCommand } from '../commands/running/running.ts';
import { Chromium } from './browser/launch.ts';
import { inFolder } from './checks/in-folder.ts';
import { examine } from './examine.ts';
import { conforms, report } from './findings.ts';
import { writeReceipt } from './receipt.ts';
import { takeRemote } from './source.ts';

const USAGE = `Holds a built surveys remote against every clause of survey@1, in the product itself, and writes a receipt.

  npm run conformance -- https://surveys.example.org/1.0.0/remote.json --receipt conformance.json
  npm run conformance -- <folder with remote.json>
    --receipt FILE   where the receipt goes (default: conformance.json in the folder)
    --site ADDRESS   the https: address that the page has, as the hospital's (default: one by chance)`;

/** Pause of the first visit's user before each touch, in milliseconds: roughly human speed. */
const PACE_MS = 400;

function wishesIn(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { receipt: { type: 'string' }, site: { type: 'string' } },
      allowPositionals: true,
    });
    const [where, ...rest] = positionals;
    const isSite = values.site === undefined || /^https:\/\/[^/]+\.[^/]+$/.test(values.site);
    if (where !== undefined && rest.length === 0 && isSite) return { where, ...values };
  } catch {
    // Invalid arguments are answered with the usage text.
  }
  throw new PlainError(USAGE);
}

runCommand(async () => {
  const { where, receipt, site } = wishesIn(process.argv.slice(2));
  await inFolder(async (folder) => {
    await takeRemote(where, folder);
    await mkdir(RUNNING, { recursive: true });
    await prepareBuilds();
    const stack = await Stack.start();
    const chromium = await Chromium.launch();
    try {
      const findings = await examine(folder, stack, chromium, { pace: PACE_MS, ...(site ? { site } : {}) });
      console.log(`\n${report(where, findings)}`);
      console.log(await writeReceipt(folder, findings, { where, ...(receipt ? { receipt } : {}) }));
      process.exitCode = conforms(findings) ? 0 : 1;
    } finally {
      await chromium.close();
      await stack.stop();
    }
  });
});
