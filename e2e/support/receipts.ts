import { cp } from 'node:fs/promises';
import { writeReceipt } from '../../shell/gateway/fixtures.ts';

/** Copies built surveys to a folder, with the receipt that the conformance kit leaves: tests of the kit are its own. */
export async function copyWithReceipt(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true });
  await writeReceipt(to);
  return to;
}
