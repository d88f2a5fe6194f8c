import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PollingJob } from './polling-job.ts';

const HOUR = 3_600_000;

/** Counts what is due; each piece of work takes until it is released. */
class TestJob extends PollingJob {
  due = 0;
  running = 0;
  done = 0;
  fails = false;
  readonly logged: unknown[];
  readonly #released: (() => void)[] = [];

  constructor(maxWorkers = 1) {
    const logged: unknown[] = [];
    super({
      log: { warn: (facts, message) => logged.push([facts, message]) },
      interval: HOUR,
      failure: 'test failed',
      maxWorkers,
    });
    this.logged = logged;
  }

  /** Ends the pieces of work in progress. */
  release(): void {
    for (const end of this.#released.splice(0)) end();
  }

  protected async next(): Promise<boolean> {
    if (this.fails) throw new TypeError('quotes data');
    if (this.due === 0) return false;
    this.due -= 1;
    this.running += 1;
    await new Promise<void>((end) => {
      this.#released.push(end);
      this.closing.addEventListener('abort', () => end());
    });
    this.running -= 1;
    this.done += 1;
    return true;
  }
}

/** Lets everything that is not waiting for a release go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('PollingJob', () => {
  it('works off everything that is due, including what becomes due meanwhile', async () => {
    const job = new TestJob();
    job.due = 1;
    const settled = job.settled();
    await turn();
    job.due = 2;
    job.kick();
    for (let piece = 0; piece < 3; piece += 1) {
      job.release();
      await turn();
    }
    await settled;
    assert.deepEqual([job.done, job.due], [3, 0]);
  });

  it('does at most as many pieces of work at a time as it has workers', async () => {
    const job = new TestJob(2);
    job.due = 5;
    for (let kick = 0; kick < 4; kick += 1) job.kick();
    await turn();
    assert.equal(job.running, 2);
    await job.close();
  });

  it('logs an error without its message, and goes on at the next kick', async () => {
    const job = new TestJob();
    job.fails = true;
    await job.settled();
    assert.deepEqual(job.logged, [[{ reason: 'TypeError' }, 'test failed']]);
    job.fails = false;
    job.due = 1;
    const settled = job.settled();
    await turn();
    job.release();
    await settled;
    assert.equal(job.done, 1);
  });

  it('ends work in progress when it closes, and does nothing afterwards', async () => {
    const job = new TestJob();
    job.due = 3;
    job.kick();
    await turn();
    await job.close();
    await job.settled();
    job.kick();
    await turn();
    assert.deepEqual([job.done, job.due], [1, 2]);
  });
});
