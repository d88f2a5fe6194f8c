import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere } from '../disk.ts';
import { isRecord } from '../fields.ts';
import { withLock } from '../lock.ts';

/**
 * What can happen to a version: `published` (active at once), `shared` (a canary, or its share changed), `promoted`,
 * `activated` (by its number), `rolled back` (returned to), `taken back` (by a gateway, because it failed), `revoked` and
 * `overridden` (a link for one browser).
 */
export type ActKind =
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
  /** When, ISO 8601 in UTC. */
  at: string;
  /** A user of this machine, the team whose key signed it, or the gateway. */
  who: string;
  what: ActKind;
  /** A remote's name, or "shell". */
  name: string;
  version: string;
  why?: string;
  /** Percent of browsers; of `shared` alone. */
  share?: number;
  /** The version that is active from then on, where the act changes that. */
  active?: string;
  /** The version that was given up for it, because something is wrong with it. */
  from?: string;
  /** The revision of the registry that the act makes. */
  revision?: number;
}

/** An act as its caller knows it: the moment is added when it is written down. */
export type NewAct = Omit<Act, 'at'>;

const historyFile = (root: string) => join(root, 'history.jsonl');

/**
 * Writes an act down, with everything on the disk when it returns. A line that a killed process left unfinished stays a
 * line of its own, which no reader takes for an act.
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
 * Returns what happened to a remote (or to "shell"), oldest first; an empty list where nothing ever did. Lines that are no
 * acts are passed over.
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

/** An act is written before the registry: of two that meant to make one revision, only the later one did. */
function withoutUndone(acts: Act[]): Act[] {
  const last = new Map(acts.map((act, index) => [act.revision, index]));
  return acts.filter(({ revision }, index) => revision === undefined || last.get(revision) === index);
}
