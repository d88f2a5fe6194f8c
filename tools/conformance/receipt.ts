import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathTyped } from '../../gateway/common/command-line.ts';
import { readFolder } from '../../gateway/common/disk.ts';
import { reasonOf } from '../../gateway/common/plain-error.ts';
import { digestOf, formatReceipt, KIT_VERSION, RECEIPT_FILE } from '../../gateway/publish/gate/receipt.ts';
import type { Finding } from './findings.ts';
import { readDeclared } from './source.ts';

async function receiptFile(where: string, receipt: string | undefined): Promise<string | undefined> {
  if (receipt !== undefined) return pathTyped(receipt);
  if (/^https?:/.test(where)) return undefined;
  const path = pathTyped(where);
  return join((await stat(path)).isDirectory() ? path : dirname(path), RECEIPT_FILE);
}

/**
 * Writes the findings to a receipt for `can-i-publish`, whatever the result.
 * @param folder the kit's copy of the examined remote
 * @returns a line with the receipt's path, or the reason why none was written
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
