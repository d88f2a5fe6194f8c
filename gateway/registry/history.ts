import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import { isRecord } from 'server-kit/fields';
import { withLock } from 'server-kit/lock';
import type { Signature } from 'shared-ui/contract';

/**
 * Kinds of change to a version: `published` (active immediately), `shared` (a canary, or its share changed),
 * `promoted`, `activated` (by its number), `rolled back` (returned to), `taken back` (by a gateway, because it failed),
 * `revoked`, `overridden` (a link for one browser), `previewed` and `preview ended` (links to a pull request's build).
 */
type ActKind =
  | 'published'
  | 'shared'
  | 'promoted'
  | 'activated'
  | 'rolled back'
  | 'taken back'
  | 'revoked'
  | 'overridden'
  | 'previewed'
  | 'preview ended';

/** What the history says about a preview, besides its version. */
export interface PreviewOf {
  /** Number or name of the pull request. */
  id: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** Hash of its manifest. */
  integrity: string;
  /** Absent for a sandboxed version. */
  signature?: Signature;
}

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
  /** Only for `previewed` and `preview ended`. */
  preview?: PreviewOf;
  /** The registry revision that the act creates. */
  revision?: number;
}

/** An act without its time, which is added when it is recorded. */
export type NewAct = Omit<Act, 'at'>;

/** A decision of the gateway's operator that concerns some remotes: a team's key, or an origin that they may call. */
export interface OperatorAct {
  /** Time in ISO 8601, UTC. */
  at: string;
  /** A user of the gateway's machine. */
  who: string;
  what: 'key added' | 'key removed' | 'origin approved' | 'origin refused';
  /** The team, or the origin. */
  subject: string;
  /** Names of the remotes; `*` is any. */
  remotes: string[];
  why?: string;
}

/** Everything in the history. */
export type HistoryRecord = Act | OperatorAct;

export const historyFile = (root: string) => join(root, 'history.jsonl');

/** Returns the line of an act that is made now. */
export const lineOf = (act: NewAct | Omit<OperatorAct, 'at'>): string =>
  JSON.stringify({ at: new Date().toISOString(), ...act });

/**
 * Records an act; it is synced to disk when the promise resolves. A line that a killed process left unfinished stays a
 * separate line, which readers skip.
 */
export async function recordAct(root: string, act: NewAct | Omit<OperatorAct, 'at'>): Promise<void> {
  await mkdir(root, { recursive: true });
  await withLock(join(root, '.history.lock'), async () => {
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
    const file = await open(historyFile(root), flags, 0o644);
    try {
      const { size } = await file.stat();
      const last = Buffer.alloc(1);
      if (size > 0) await file.read(last, 0, 1, size - 1);
      const separator = size === 0 || last.toString() === '\n' ? '' : '\n';
      await file.appendFile(`${separator}${lineOf(act)}\n`);
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

/** Returns the object in a line if all of these fields are texts. */
function readLine(line: string, texts: readonly string[]): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value) && texts.every((field) => typeof value[field] === 'string')) return value;
  } catch {
    // A line that was cut off by a kill.
  }
  return undefined;
}

const readAct = (line: string) => readLine(line, ['at', 'who', 'what', 'name', 'version']) as Act | undefined;

function readOperatorAct(line: string): OperatorAct | undefined {
  const value = readLine(line, ['at', 'who', 'what', 'subject']);
  return Array.isArray(value?.remotes) ? (value as unknown as OperatorAct) : undefined;
}

/** Returns the operator's decisions that concern a remote, oldest first. */
async function readOperatorActs(root: string, name: string): Promise<OperatorAct[]> {
  const text = (await readTextIfThere(historyFile(root))) ?? '';
  const acts = text.split('\n').flatMap((line) => readOperatorAct(line) ?? []);
  return acts.filter(({ remotes }) => remotes.includes(name) || remotes.includes('*'));
}

/** Returns everything that concerns a remote (or "shell"), oldest first: what was published, and the operator's decisions. */
export async function readRecords(root: string, name: string): Promise<HistoryRecord[]> {
  const [acts, decisions] = await Promise.all([readHistory(root, name), readOperatorActs(root, name)]);
  return [...acts, ...decisions].sort((one, other) => one.at.localeCompare(other.at));
}

/** Acts are recorded before the registry changes: of two for the same revision, only the later took effect. */
function withoutUndone(acts: Act[]): Act[] {
  const last = new Map(acts.map((act, index) => [act.revision, index]));
  return acts.filter(({ revision }, index) => revision === undefined || last.get(revision) === index);
}

const HEAD = ['when (UTC)', 'who', 'what', 'version', 'why'];

/** Returns the history of a remote (or of "shell") as a table for people, oldest first. */
export function historyTable(name: string, acts: readonly HistoryRecord[]): string {
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

const clean = (cells: string[]): string[] => cells.map((cell) => cell.replaceAll(/\s+/g, ' '));

function rowOf(record: HistoryRecord): string[] {
  const { at, who, what, why = '' } = record;
  const when = at.slice(0, 19).replace('T', ' ');
  if ('subject' in record) return clean([when, who, `${what}: ${record.subject}`, '', why]);
  const { version, share, from } = record;
  const left = from === undefined || from === version ? '' : ` from ${from}`;
  const part = share === undefined ? '' : ` at ${share} %`;
  return clean([when, who, `${what}${left}${part}`, version, why]);
}

/** Returns the name of the system user who runs this process. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
