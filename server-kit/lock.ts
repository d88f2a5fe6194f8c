import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { PlainError } from './plain-error.ts';

const SQLITE_BUSY = 5;
const RETRY_MS = 20;

/**
 * Runs `work` while no other process or caller holds the same lock file. The lock is an SQLite transaction that writes
 * nothing: the operating system releases it when its holder dies, so a killed process leaves no stale lock.
 * @param timeoutMs how long to wait for another holder, in milliseconds
 */
export async function withLock<T>(file: string, work: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    await acquire(database, file, Date.now() + timeoutMs);
    return await work();
  } finally {
    database.close();
  }
}

/**
 * Takes a lock until it is released or the process ends.
 * @returns a function that releases the lock; undefined while another process or caller holds it
 */
export function holdLock(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  if (tryAcquire(database)) return () => database.close();
  database.close();
  return undefined;
}

async function acquire(database: DatabaseSync, file: string, deadline: number): Promise<void> {
  while (!tryAcquire(database)) {
    if (Date.now() > deadline) throw new PlainError(`Another command has held ${file} for too long; try again later.`);
    await wait(RETRY_MS);
  }
}

function tryAcquire(database: DatabaseSync): boolean {
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY) return false;
    throw thrown;
  }
}
