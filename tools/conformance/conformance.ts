import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareBuilds } from '../../e2e/support/builds.ts';
import { Stack } from '../../e2e/support/stack.ts';
import { RUNNING } from '../../e2e/support/workshop.ts';
import { resolveInputPath } from '../../gateway/common/command-line.ts';
import { readFolder } from '../../gateway/common/disk.ts';
import { PlainError, reasonOf } from '../../gateway/common/plain-error.ts';
import { digestOf, formatReceipt, KIT_VERSION, RECEIPT_FILE } from '../../gateway/publish/gate/receipt.ts';
import { runCommand } from '../commands/running/running.ts';
import { Chromium } from './browser/launch.ts';
import { examine } from './examine.ts';
import { conforms, type Finding, report } from './findings.ts';
import { inFolder, readDeclared, takeRemote } from './source.ts';

const USAGE = `Checks a built surveys remote against every clause of survey@1 in the running product, and writes a receipt.

  npm run conformance -- https://surveys.example.org/1.0.0/remote.json --receipt conformance.json
  npm run conformance -- <folder with remote.json>
    --receipt FILE   path of the receipt (default: conformance.json in the folder)
    --site ADDRESS   https: origin of the page, e.g. the hospital's (default: a random one)`;

/** Pause of the first visit's user before each touch, in milliseconds: roughly human speed. */
const PACE_MS = 400;

function readOptions(args: string[]) {
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

async function receiptFile(where: string, receipt: string | undefined): Promise<string | undefined> {
  if (receipt !== undefined) return resolveInputPath(receipt);
  if (/^https?:/.test(where)) return undefined;
  const path = resolveInputPath(where);
  return join((await stat(path)).isDirectory() ? path : dirname(path), RECEIPT_FILE);
}

/**
 * Writes the findings to a receipt for `can-i-publish`, whatever the result.
 * @param folder the kit's copy of the examined remote
 * @returns a line with the receipt's path, or the reason why none was written
 */
async function writeReceipt(
  folder: string,
  findings: Finding[],
  { where, receipt }: { where: string; receipt?: string },
): Promise<string> {
  const declared = await readDeclared(folder);
  const file = await receiptFile(where, receipt);
  if (file === undefined) return 'No receipt is written for an address: name its file with --receipt FILE.';
  const text = formatReceipt({
    kit: KIT_VERSION,
    name: String(declared?.name),
    version: String(declared?.version),
    digest: digestOf(await readFolder(folder)),
    at: new Date().toISOString(),
    clauses: Object.fromEntries(findings.map(({ clause, holds }) => [clause, holds])),
  });
  try {
    await writeFile(file, text);
    return `Receipt: ${file}`;
  } catch (thrown) {
    return `The receipt can't be written to ${file} (${reasonOf(thrown)}): name another file with --receipt FILE.`;
  }
}

runCommand(async () => {
  const { where, receipt, site } = readOptions(process.argv.slice(2));
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
