/**
 * Format of a backup file: gzipped JSON lines. The first line is the header, followed by one line per row; the last
 * line holds the row count and the SHA-256 of all preceding lines, so that a truncated or altered file is detected
 * before anything is changed. With a public key, all of this is encrypted (`encryption.ts`).
 */
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '../operator/command.ts';
import { decryptWith, encryptFor, isEncrypted } from './encryption.ts';

const FORMAT = 'lodestar-backup@1';

/** Header of a backup. */
export interface BackupHeader {
  service: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Migrations applied to the database, in order. */
  migrations: string[];
}

export interface Row {
  table: string;
  row: Record<string, unknown>;
}

interface Foot {
  rows: number;
  sha256: string;
}

const damaged = (file: string) =>
  new OperatorError(
    `${file} is not a complete backup: it is truncated, altered, encrypted for another key, or another kind of file. Nothing was changed.`,
  );

async function* linesOf(head: BackupHeader, rows: AsyncIterable<Row>, count: { rows: number }): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (content: object) => {
    const text = `${JSON.stringify(content)}\n`;
    hash.update(text);
    return text;
  };
  yield line({ format: FORMAT, ...head });
  for await (const row of rows) {
    count.rows += 1;
    yield line(row);
  }
  yield `${JSON.stringify({ rows: count.rows, sha256: hash.digest('hex') } satisfies Foot)}\n`;
}

/**
 * Writes a backup that only its owner can read. The file appears only once it is complete.
 * @param recipient public key to encrypt it for
 * @returns the number of rows written
 * @throws OperatorError if the file already exists
 */
export async function writeArchive(
  file: string,
  head: BackupHeader,
  rows: AsyncIterable<Row>,
  recipient: KeyObject | undefined,
): Promise<number> {
  if (existsSync(file))
    throw new OperatorError(`${file} exists already. Choose another name: backups are never overwritten.`);
  const unfinished = `${file}.part`;
  const count = { rows: 0 };
  try {
    const disk = createWriteStream(unfinished, { mode: 0o600, flush: true });
    const lines = Readable.from(linesOf(head, rows, count));
    if (recipient) await pipeline(lines, createGzip(), encryptFor(recipient), disk);
    else await pipeline(lines, createGzip(), disk);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return count.rows;
}

async function* readLines(file: string, key: KeyObject | undefined): AsyncGenerator<string> {
  const unzipped = createGunzip();
  // Its errors are those of `unzipped`.
  pipeline(createReadStream(file), decryptWith(key), unzipped).catch(() => undefined);
  yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
  // The line reader ends without an error on a truncated file.
  if (unzipped.errored) throw unzipped.errored;
}

function headOf(line: string): BackupHeader | undefined {
  const { format, ...head } = JSON.parse(line) as BackupHeader & { format?: string };
  return format === FORMAT ? head : undefined;
}

async function check(file: string, key: KeyObject | undefined): Promise<BackupHeader | undefined> {
  const hash = createHash('sha256');
  let head: BackupHeader | undefined;
  let last: string | undefined;
  let lines = 0;
  for await (const line of readLines(file, key)) {
    if (last === undefined) head = headOf(line);
    else hash.update(`${last}\n`);
    if (!head) return undefined;
    last = line;
    lines += 1;
  }
  const foot = JSON.parse(last ?? '{}') as Partial<Foot>;
  // The header and the footer are not rows.
  return foot.rows === lines - 2 && foot.sha256 === hash.digest('hex') ? head : undefined;
}

async function beginsEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    return isEncrypted(buffer);
  } finally {
    await handle.close();
  }
}

/**
 * Reads and verifies a whole backup and returns its header.
 * @param key private key of encrypted backups
 * @throws OperatorError if the file is missing, truncated, altered, or encrypted for another key
 */
export async function checkArchive(file: string, key: KeyObject | undefined): Promise<BackupHeader> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  if (key === undefined && (await beginsEncrypted(file)))
    throw new OperatorError(`${file} is encrypted: set BACKUP_PRIVATE_KEY_FILE.`);
  const head = await check(file, key).catch(() => undefined);
  if (!head) throw damaged(file);
  return head;
}

/** Yields every row of a verified backup, in the order in which rows can be inserted. */
export async function* readRows(file: string, key: KeyObject | undefined): AsyncGenerator<Row> {
  for await (const line of readLines(file, key)) {
    const content = JSON.parse(line) as Partial<Row>;
    if (content.table !== undefined && content.row !== undefined) yield { table: content.table, row: content.row };
  }
}
