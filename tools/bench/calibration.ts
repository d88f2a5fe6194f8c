import { createHash } from 'node:crypto';
import { quantile } from './statistics.ts';

/**
 * How long the calibration's work takes (ms) on a processor that does nothing else. Chosen, not measured: on the
 * machine of docs/scale.md (two processors, Node 24.21.0), one run used 350 ms of processor time in each of three
 * measurements on 2026-11-30, while other work made it last 1.0 to 1.9 s. The rest is room for a machine that is not
 * quite idle. Measure it anew when the work or Node's major version changes.
 */
export const REFERENCE_MS = 500;
/** A machine that takes this many times as long doesn't judge: its figures say more about the machine. */
const MOST = 2;
const RUNS = 7;

/** A fixed amount of what pages and servers do: makes and sorts texts, writes and parses JSON, and hashes it. */
function work(): void {
  for (let round = 0; round < 20; round += 1) {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `${(index * 7_919) % 20_011}` }));
    const text = JSON.stringify(rows.sort((one, other) => one.name.localeCompare(other.name)));
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(text)))
      .digest();
  }
}

interface Calibration {
  /** Median duration of the work (ms). */
  ms: number;
  /** Whether the machine is fast enough to judge speed. */
  canJudge: boolean;
}

/** Measures how fast this machine is just now. */
export function calibrate(run: () => void = work, now: () => number = () => performance.now()): Calibration {
  const times = Array.from({ length: RUNS }, () => {
    const began = now();
    run();
    return now() - began;
  });
  const ms = quantile(times, 0.5);
  return { ms, canJudge: ms <= MOST * REFERENCE_MS };
}

/** Says what was measured and, on a slow machine, that speed is not judged. */
export function calibrationReport({ ms, canJudge }: Calibration): string {
  const found = `Calibration: ${ms.toFixed(0)} ms (reference: ${REFERENCE_MS} ms)`;
  return canJudge ? found : `${found}: more than ${MOST} times as slow, so speed is not judged`;
}
