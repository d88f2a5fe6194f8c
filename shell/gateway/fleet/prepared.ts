import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere, replaceFile } from '../disk.ts';
import { isRecord } from '../fields.ts';
import type { Order } from './order.ts';

/** An order that this gateway has everything for, until it is told to switch. */
export interface Prepared {
  order: Order;
  team: string;
  /** When it was prepared, in milliseconds since 1970. */
  at: number;
}

/** An order whose switch has not come for so long is void: its publisher was killed, or gave up. In milliseconds. */
const LAPSES_AFTER_MS = 20_000;

const preparedFile = (root: string) => join(root, '.prepared.json');

/** Returns the last order that was prepared here and neither switched to nor dropped, also one that has lapsed. */
export async function readPrepared(root: string): Promise<Prepared | undefined> {
  const text = await readTextIfThere(preparedFile(root));
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? (value as unknown as Prepared) : undefined;
}

/** Whether an order may still be switched to. */
export const isLive = ({ at }: Prepared): boolean => Date.now() - at < LAPSES_AFTER_MS;

/** Writes down what this gateway is prepared for, with everything on the disk when it returns. */
export async function writePrepared(root: string, prepared: Prepared): Promise<void> {
  await replaceFile(preparedFile(root), `${JSON.stringify(prepared)}\n`);
}

export async function removePrepared(root: string): Promise<void> {
  await rm(preparedFile(root), { force: true });
}
