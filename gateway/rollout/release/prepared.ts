import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere, replaceFile } from '../../common/disk.ts';
import { isRecord } from '../../common/fields.ts';
import type { Order } from './order.ts';

/** An order that this gateway has staged and can switch to. */
export interface Prepared {
  order: Order;
  team: string;
  /** When it was prepared, in milliseconds since 1970. */
  at: number;
}

/** Time after which an order without a switch is void, in milliseconds: its publisher was killed or gave up. */
const LAPSES_AFTER_MS = 20_000;

const preparedFile = (root: string) => join(root, '.prepared.json');

/** Returns the last order prepared here that was neither switched to nor dropped, even if it has lapsed. */
export async function readPrepared(root: string): Promise<Prepared | undefined> {
  const text = await readTextIfThere(preparedFile(root));
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? (value as unknown as Prepared) : undefined;
}

/** Returns whether an order may still be switched to. */
export const isLive = ({ at }: Prepared): boolean => Date.now() - at < LAPSES_AFTER_MS;

/** Saves the prepared order; it is synced to disk when the promise resolves. */
export async function writePrepared(root: string, prepared: Prepared): Promise<void> {
  await replaceFile(preparedFile(root), `${JSON.stringify(prepared)}\n`);
}

export async function removePrepared(root: string): Promise<void> {
  await rm(preparedFile(root), { force: true });
}
