/** A file of AuditEvents, one a line (NDJSON), in which each entry is once, also after a crash. */
import { type FileHandle, open } from 'node:fs/promises';
import type { AuditOutput, OutEntry } from './job.ts';

/** More than the longest line, in bytes. */
const TAIL = 64 * 1024;

function idIn(line: string): string | undefined {
  try {
    const { id } = JSON.parse(line) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a line that a killed process left unfinished. Returns the last whole line; '' if there is none. */
async function lastLine(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const from = Math.max(0, size - TAIL);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const tail = buffer.subarray(0, bytesRead);
  const end = tail.lastIndexOf('\n');
  if (end + 1 < bytesRead) await file.truncate(from + end + 1);
  return tail.toString('utf8', 0, Math.max(0, end)).split('\n').at(-1) ?? '';
}

export class AuditFile implements AuditOutput {
  readonly name = 'file';
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Opens the file by its name every time: it may have been rotated. */
  async #use<Result>(work: (file: FileHandle) => Promise<Result>): Promise<Result> {
    const file = await open(this.#path, 'a+', 0o600);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  }

  async resume(): Promise<string | undefined> {
    return idIn(await this.#use(lastLine));
  }

  send(entries: readonly OutEntry[]): Promise<void> {
    return this.#use(async (file) => {
      await file.appendFile(entries.map(({ event }) => `${event}\n`).join(''));
      await file.sync();
    });
  }
}
