import { isFree } from './ports.ts';

/**
 * Where ports are looked for: above those that services are known by, below those that systems hand out to connections
 * (Linux from 32768 on, others from 49152 on). One of the latter that was free a moment ago may be a connection's by the
 * time the server starts that it was meant for.
 */
const FIRST = 10_000;
const BLOCKS = 1_000;
const BLOCK = 22;

/** Processes that look at the same time, such as those of one test run, each look in a block of their own. */
const start = FIRST + (process.pid % BLOCKS) * BLOCK;
let looked = 0;

/**
 * Ports of this machine that nothing listens on, for servers that are about to start; all different, and other ones at
 * the next call. Throws when the process's block has none left.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === BLOCK) throw new Error(`No ${count} free ports among the ${BLOCK} from ${start} on.`);
    const port = start + (looked++ % BLOCK);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
