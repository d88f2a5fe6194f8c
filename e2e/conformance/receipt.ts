import { stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readFolder } from '../../shell/gateway/disk.ts';
import { digestOf, formatReceipt, KIT_VERSION, RECEIPT_FILE } from '../../shell/gateway/gate/receipt.ts';
import { reasonOf } from '../../shell/gateway/plain-error.ts';
import type { Finding } from './findings.ts';
import { readDeclared } from './source.ts';

/** Where a path is that was given on the command line: npm starts commands elsewhere. */
const given = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

async function receiptFile(where: string, receipt: string | undefined): Promise<string | undefined> {
  if (receipt !== undefined) return given(receipt);
  if (/^https?:/.test(where)) return undefined;
  const path = given(where);
  return join((await stat(path)).isDirectory() ? path : dirname(path), RECEIPT_FILE);
}

/**
 * Writes down what was found, for `can-i-publish`, whatever it was.
 * @param folder the kit's copy of what was examined
 * @returns the line that says where it is, or why there is none
 */
export async function writeReceipt(
  folder: string,
  findings: Finding[],
  { where, receipt }: { where: string; receipt?: string },
): Promise<string> {
  const declared = await readDeclared(folder);
  const file = await receiptFile(where, receipt);
  if (file === undefined) return 'No receipt is written for an address: say where it goes with --receipt FILE.';
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
    return `The receipt can't be written to ${file} (${reasonOf(thrown)}): say where it goes with --receipt FILE.`;
  }
}
