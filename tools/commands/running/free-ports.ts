import { isFree } from './ports.ts';

/**
 * Start of the search range: above the ports of known services and below the ephemeral ports (from 32768 on Linux, from
 * 49152 elsewhere). A free ephemeral port may be taken by a connection before the server that it is meant for starts.
 */
const FIRST = 10_000;
const BLOCKS = 1_000;
const BLOCK = 22;

/** Processes that search at the same time, such as those of one test run, use separate blocks. */
const start = FIRST + (process.pid % BLOCKS) * BLOCK;
let tried = 0;

/**
 * Returns free ports of this machine for servers that are about to start. They are all different and change with each
 * call. Throws if the process's block has none left.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === BLOCK) throw new Error(`No ${count} free ports among the ${BLOCK} from ${start} on.`);
    const port = start + (tried++ % BLOCK);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
