/** How much of this machine's processors processes use (Linux: `/proc`). */
import { readdir, readFile } from 'node:fs/promises';
import { sum } from '../statistics.ts';

/** Ticks of the clock in a second, as the kernel counts for programs (`getconf CLK_TCK`; 100 on every Linux of today). */
const TICKS = 100;

interface Stat {
  parent: number;
  /** Seconds on a processor since it began, its own and the kernel's for it. */
  seconds: number;
}

/** Seconds on a processor so far, by process id. */
export type Seconds = ReadonlyMap<number, number>;

/** Processes that are counted together: those with these ids and, with `family`, the children of each. */
export interface Group {
  pids: readonly number[];
  family?: boolean;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // "pid (name) state parent …", and a name may hold anything; fields 14 and 15 are the times.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS };
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(all.map(statOf));
  return all.filter((_, index) => stats[index]?.parent === pid);
}

/** Returns what each process of a group that runs has used so far. */
export async function secondsOf({ pids, family = false }: Group): Promise<Seconds> {
  const families = family ? await Promise.all(pids.map(childrenOf)) : [];
  const all = [...pids, ...families.flat()];
  const stats = await Promise.all(all.map(statOf));
  return new Map(all.map((pid, index) => [pid, stats[index]?.seconds ?? 0]));
}

/** Seconds that the processes that run now have used since `before`; those that ended meanwhile count no more. */
export const usedSince = (before: Seconds, now: Seconds): number =>
  sum([...now].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0)));

/** Seconds that all processors together have been busy, with whatever, since the machine started. */
export async function busySeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  // user nice system idle iowait irq softirq steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS;
}
