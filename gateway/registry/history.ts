import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere } from '../common/disk.ts';
import { isRecord } from '../common/fields.ts';
import { withLock } from '../common/lock.ts';

/**
 * Kinds of change to a version: `published` (active immediately), `shared` (a canary, or its share changed),
 * `promoted`, `activated` (by its number), `rolled back` (returned to), `taken back` (by a gateway, because it failed),
 * `revoked` and `overridden` (a link for one browser).
 */
type ActKind =
  | 'published'
  | 'shared'
  | 'promoted'
  | 'activated'
  | 'rolled back'
  | 'taken back'
  | 'revoked'
  | 'overridden';

/** One line of the history. */
export interface Act {
  /** Time in ISO 8601, UTC. */
  at: string;
  /** A user of this machine, the team whose key signed it, or the gateway. */
  who: string;
  what: ActKind;
  /** A remote's name, or "shell". */
  name: string;
  version: string;
  why?: string;
  /** Percent of browsers; only for `shared`. */
  share?: number;
  /** The new active version, if the act changes it. */
  active?: string;
  /** The version that was given up because of a problem. */
  from?: string;
  /** The registry revision that the act creates. */
  revision?: number;
}

/** An act without its time, which is added when it is recorded. */
export type NewAct = Omit<Act, 'at'>;

const historyFile = (root: string) => join(root, 'history.jsonl');

/**
 * Records an act; it is synced to disk when the promise resolves. A line that a killed process left unfinished stays a
 * separate line, which readers skip.
 */
export async function recordAct(root: string, act: NewAct): Promise<void> {
  await mkdir(root, { recursive: true });
  await withLock(join(root, '.history.lock'), async () => {
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
    const file = await open(historyFile(root), flags, 0o644);
    try {
      const { size } = await file.stat();
      const last = Buffer.alloc(1);
      if (size > 0) await file.read(last, 0, 1, size - 1);
      const separator = size === 0 || last.toString() === '\n' ? '' : '\n';
      await file.appendFile(`${separator}${JSON.stringify({ at: new Date().toISOString(), ...act })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  });
}

/**
 * Returns the acts on a remote (or on "shell"), oldest first; empty if there are none. Skips lines that are not acts.
 */
export async function readHistory(root: string, name: string): Promise<Act[]> {
  const text = (await readTextIfThere(historyFile(root))) ?? '';
  const acts = text.split('\n').flatMap((line) => readAct(line) ?? []);
  return withoutUndone(acts).filter((act) => act.name === name);
}

function readAct(line: string): Act | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const texts = ['at', 'who', 'what', 'name', 'version'];
    if (isRecord(value) && texts.every((field) => typeof value[field] === 'string')) return value as unknown as Act;
  } catch {
    // A line that was cut off by a kill.
  }
  return undefined;
}

/** Acts are recorded before the registry changes: of two for the same revision, only the later took effect. */
function withoutUndone(acts: Act[]): Act[] {
  const last = new Map(acts.map((act, index) => [act.revision, index]));
  return acts.filter(({ revision }, index) => revision === undefined || last.get(revision) === index);
}

const HEAD = ['when (UTC)', 'who', 'what', 'version', 'why'];

/** Returns the history of a remote (or of "shell") as a table for people, oldest first. */
export function historyTable(name: string, acts: readonly Act[]): string {
  if (acts.length === 0) return `There is no history of ${name} yet.`;
  const rows = [HEAD, ...acts.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf({ at, who, what, version, share, from, why = '' }: Act): string[] {
  const left = from === undefined || from === version ? '' : ` from ${from}`;
  const part = share === undefined ? '' : ` at ${share} %`;
  const when = at.slice(0, 19).replace('T', ' ');
  return [when, who, `${what}${left}${part}`, version, why].map((cell) => cell.replaceAll(/\s+/g, ' '));
}
