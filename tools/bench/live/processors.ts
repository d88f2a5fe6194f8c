/** Measures the processor time of processes (Linux: `/proc`). */
import { readdir, readFile } from 'node:fs/promises';
import { sum } from '../statistics.ts';

/** Clock ticks per second as reported to programs (`getconf CLK_TCK`; 100 on every current Linux). */
const TICKS = 100;

interface Stat {
  parent: number;
  /** User and kernel time since the process started, in seconds. */
  seconds: number;
}

/** Processor time so far in seconds, by process id. */
export type Seconds = ReadonlyMap<number, number>;

/** Processes counted together: those with these ids and, with `family`, their child processes. */
export interface Group {
  pids: readonly number[];
  family?: boolean;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // "pid (name) state parent …"; the name may contain anything. Fields 14 and 15 are the times.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS };
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(all.map(statOf));
  return all.filter((_, index) => stats[index]?.parent === pid);
}

/** Returns the processor time used so far by each running process of a group. */
export async function secondsOf({ pids, family = false }: Group): Promise<Seconds> {
  const families = family ? await Promise.all(pids.map(childrenOf)) : [];
  const all = [...pids, ...families.flat()];
  const stats = await Promise.all(all.map(statOf));
  return new Map(all.map((pid, index) => [pid, stats[index]?.seconds ?? 0]));
}

/** Returns the processor time used since `before` by the processes still running, in seconds. */
export const usedSince = (before: Seconds, now: Seconds): number =>
  sum([...now].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0)));

/** Returns the total busy time of all processors since the machine started, in seconds. */
export async function busySeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  // user nice system idle iowait irq softirq steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS;
}
