import { type Clock, createStoryEngine, retryDelay, type Script, type SeriesProgress } from './engine.ts';

type Id = 'patient' | 'supporter';

/** A clock that advances only on request. */
class FakeClock implements Clock {
  #time = 0;
  #timers = new Map<number, { at: number; run: () => void }>();
  #next = 1;

  now() {
    return this.#time;
  }

  setTimeout(run: () => void, ms: number) {
    this.#timers.set(this.#next, { at: this.#time + ms, run });
    return this.#next++;
  }

  clearTimeout(handle: unknown) {
    this.#timers.delete(handle as number);
  }

  get waiting() {
    return this.#timers.size;
  }

  /** Advances to `time` (milliseconds since the start), running due timers and letting responses arrive in between. */
  async to(time: number) {
    await settle();
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= time).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [handle, { at, run }] = due;
      this.#timers.delete(handle);
      this.#time = Math.max(this.#time, at);
      run();
      await settle();
    }
    this.#time = Math.max(this.#time, time);
  }
}

/** Flushes pending promises. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const steps = (...delays: number[]) => delays.map((delayMs, index) => ({ index, delayMs }));
const PATIENT = steps(0, 0, 6000, 8000, 1000);
const SUPPORTER = steps(500, 500, 500);

/** A fake server that stores the positions, and an engine connected to it. */
function setUp({ position = 0, withSupporter = false } = {}) {
  const clock = new FakeClock();
  const positions = { patient: position, supporter: 0 };
  const server = { withSupporter, failures: 0, unanswered: 0, latency: 0 };
  const played: string[] = [];
  const log: string[] = [];
  let progress: string[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const script = (): Script<Id> => ({
    series: [
      { id: 'patient' as const, steps: PATIENT, position: positions.patient },
      ...(server.withSupporter ? [{ id: 'supporter' as const, steps: SUPPORTER, position: positions.supporter }] : []),
    ],
    isStoryDone: positions.patient >= PATIENT.length,
  });
  const failIfAsked = () => {
    if (server.failures === 0) return;
    server.failures--;
    throw new Error('unreachable');
  };
  const parts = {
    clock,
    async load() {
      failIfAsked();
      return script();
    },
    async play(id: Id, index: number) {
      mostInFlight = Math.max(mostInFlight, ++inFlight);
      await new Promise<void>((answer) => clock.setTimeout(answer, server.latency));
      inFlight--;
      failIfAsked();
      if (index > positions[id]) throw new Error(`${id} ${index} is out of order`);
      positions[id] = Math.max(positions[id], index + 1);
      if (server.unanswered > 0) {
        server.unanswered--;
        throw new Error('the answer was lost');
      }
      return { isStoryDone: script().isStoryDone, index };
    },
    onBegin: (id: Id) => log.push(`begin ${id}`),
    onProgress: (series: SeriesProgress<Id>[]) => {
      progress = series.map(({ id, played, total }) => `${id} ${played}/${total}`);
    },
    onPlayed: ({ index }: { index: number }, id: Id) => played.push(`${id} ${index} at ${clock.now()}`),
    onDone: () => log.push(`done at ${clock.now()}`),
    onFailed: (error: unknown) => log.push(`${(error as Error).message} at ${clock.now()}`),
  };
  const engine = createStoryEngine<Id, { isStoryDone: boolean; index: number }>(parts);
  const reload = () => {
    engine.stop();
    return createStoryEngine<Id, { isStoryDone: boolean; index: number }>(parts);
  };
  return { clock, engine, log, played, reload, server, mostInFlight: () => mostInFlight, progress: () => progress };
}

test('the engine plays the steps in order, each after its delay, and ends with the marker', async () => {
  const { clock, engine, log, played } = setUp();
  engine.start();
  await clock.to(5999);
  expect(played).toEqual(['patient 0 at 0', 'patient 1 at 0']);
  await clock.to(60_000);
  expect(played.slice(2)).toEqual(['patient 2 at 6000', 'patient 3 at 14000', 'patient 4 at 15000']);
  expect(log).toEqual(['begin patient', 'done at 15000']);
  expect(clock.waiting).toBe(0);
});

test('the engine starts or resumes once every reason to pause is removed, with the rest of the delay', async () => {
  const { clock, engine, played } = setUp();
  engine.pause('hidden');
  engine.pause('hidden');
  engine.start();
  await clock.to(50_000);
  expect(played).toEqual([]);
  engine.resume('hidden');
  engine.resume('hidden');
  await clock.to(52_000);
  expect(played).toEqual(['patient 0 at 50000', 'patient 1 at 50000']);
  engine.pause('hidden');
  engine.pause('director');
  engine.resume('hidden');
  await clock.to(100_000);
  expect(played).toHaveLength(2);
  engine.resume('director');
  await clock.to(103_999);
  expect(played).toHaveLength(2);
  await clock.to(104_000);
  expect(played.at(-1)).toBe('patient 2 at 104000');
});

test('the engine continues from the same step after a reload', async () => {
  const { clock, engine, played, reload } = setUp();
  engine.start();
  await clock.to(7000);
  reload().start();
  await clock.to(14_999);
  expect(played).toEqual(['patient 0 at 0', 'patient 1 at 0', 'patient 2 at 6000']);
  await clock.to(60_000);
  expect(played.slice(3)).toEqual(['patient 3 at 15000', 'patient 4 at 16000']);
});

test('the engine reports a completed story and plays nothing', async () => {
  const { clock, engine, log, played } = setUp({ position: PATIENT.length });
  engine.start();
  await clock.to(60_000);
  expect(played).toEqual([]);
  expect(log).toContain('done at 0');
});

test('the engine clears its timers and plays nothing more once stopped, nor reports a step that is in flight', async () => {
  const { clock, engine, log, played, server } = setUp();
  server.latency = 300;
  engine.start();
  await clock.to(400);
  engine.refresh();
  engine.stop();
  await clock.to(60_000);
  expect(clock.waiting).toBe(0);
  expect(played).toEqual(['patient 0 at 300']);
  expect(log).toEqual(['begin patient']);
});

test('a failed step is retried with growing delays, and none is skipped or reported twice', async () => {
  const { clock, engine, log, played, server } = setUp();
  engine.start();
  await clock.to(5000);
  server.failures = 3;
  await clock.to(15_000);
  expect(log.slice(1, 4)).toEqual(['unreachable at 6000', 'unreachable at 7000', 'unreachable at 9000']);
  expect(played.slice(2)).toEqual(['patient 2 at 13000']);
  // The response is lost.
  server.unanswered = 1;
  await clock.to(60_000);
  expect(played.slice(3)).toEqual(['patient 3 at 22000', 'patient 4 at 23000']);
});

test('a script that can’t be fetched is fetched again, after delays that grow up to 30 s', async () => {
  const { clock, engine, played, server } = setUp();
  server.failures = 2;
  engine.start();
  await clock.to(2999);
  expect(played).toEqual([]);
  await clock.to(3000);
  expect(played).toEqual(['patient 0 at 3000', 'patient 1 at 3000']);
  expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('the second series starts once it is available, in parallel with the first, with one call at a time', async () => {
  const { clock, engine, log, mostInFlight, played, server } = setUp();
  engine.start();
  await clock.to(5000);
  server.withSupporter = true;
  engine.refresh();
  engine.refresh();
  await clock.to(60_000);
  expect(log).toEqual(['begin patient', 'begin supporter', 'done at 15000']);
  expect(played).toEqual([
    'patient 0 at 0',
    'patient 1 at 0',
    'supporter 0 at 5500',
    'patient 2 at 6000',
    'supporter 1 at 6000',
    'supporter 2 at 6500',
    'patient 3 at 14000',
    'patient 4 at 15000',
  ]);
  expect(mostInFlight()).toBe(1);
});

test('both series are loaded at the start, and two steps that are due at the same time play one after the other', async () => {
  const { clock, engine, log, mostInFlight, played, server } = setUp({ withSupporter: true });
  server.latency = 700;
  engine.start();
  await clock.to(60_000);
  expect(played).toHaveLength(8);
  expect(mostInFlight()).toBe(1);
  expect(log.slice(0, 2)).toEqual(['begin patient', 'begin supporter']);
});

test('the engine plays faster on request, and the rest of a delay passes at the new speed', async () => {
  const { clock, engine, played } = setUp();
  engine.start();
  await clock.to(3000);
  expect(engine.dueIn()).toBe(3000);
  engine.setSpeed(10);
  expect(engine.dueIn()).toBe(300);
  await clock.to(3300);
  expect(played.at(-1)).toBe('patient 2 at 3300');
  engine.setSpeed(1);
  await clock.to(20_000);
  expect(played.slice(3)).toEqual(['patient 3 at 11300', 'patient 4 at 12300']);
});

test('next plays a step immediately, even while paused, if one remains and none is in flight', async () => {
  const { clock, engine, played, progress, server } = setUp();
  engine.start();
  await clock.to(100);
  engine.pause('director');
  server.latency = 1000;
  engine.next();
  engine.next();
  await clock.to(60_000);
  expect(played.slice(2)).toEqual(['patient 2 at 1100']);
  expect(progress()).toEqual(['patient 3/5']);
  engine.resume('director');
  // The following step keeps its delay.
  await clock.to(68_999);
  expect(played).toHaveLength(3);
  await clock.to(90_000);
  expect(played.slice(3)).toEqual(['patient 3 at 69000', 'patient 4 at 71000']);
  engine.next();
  expect(engine.dueIn()).toBeNull();
});
