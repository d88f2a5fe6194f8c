import { setTimeout as wait } from 'node:timers/promises';
import { inTurns, Phone, sendEvent } from '../live/phone.ts';
import { busySeconds, secondsOf, usedSince } from '../live/processors.ts';
import { memoryIn, onStage, type Patient, type Stage } from '../live/stage.ts';
import { signIn } from '../servers.ts';
import { quantile, sum } from '../statistics.ts';
import { kB, type Verdict } from '../verdicts.ts';
import { ACTIONS, type Action, DAY, type Phase, playedMs, SCALE, type Step, stepsOf } from './profile.ts';

/** Calls of home (`shared-ui/src/patient`). */
const HOME = ['v1/users/me', 'events', 'v1/profiles', 'v1/notifications'];
/** How long someone stays on home, as played (ms): about three minutes. */
const STAY_MS = 180_000 / SCALE;
/** One in so many patients has the app open all day, to measure how fast events arrive. */
const WATCHERS = 10;
/** Time for the last events of a phase to arrive (ms). */
const SETTLE_MS = 5_000;
/** Slowest action that still counts as usable: 99 % of home (ms). */
const HOME_MS = 1_000;

const GROUPS = ['api', 'gateway', 'database'] as const;
type Processors = Record<(typeof GROUPS)[number] | 'other', number>;

/** Result of a phase. Times are in milliseconds, `processors` are those that its load needs, and that others used. */
interface Played {
  phase: Phase;
  ms: Record<Action, number[]>;
  /** From the desk's request until the event is on a phone that has the app open. */
  arrivals: number[];
  errors: string[];
  lost: number;
  processors: Processors;
}

async function readProcessors({ groups }: Stage) {
  const used = await Promise.all(GROUPS.map((name) => secondsOf(groups[name])));
  return { at: performance.now(), busy: await busySeconds(), load: sum(Object.values(process.cpuUsage())) / 1e6, used };
}

type Reading = Awaited<ReturnType<typeof readProcessors>>;

/** @param playedSeconds time in which the load should run: on a busy machine it takes longer */
function processorsBetween(before: Reading, after: Reading, playedSeconds: number): Processors {
  const seconds = (after.at - before.at) / 1000;
  const own = GROUPS.map((_, index) => {
    const [from, to] = [before.used[index], after.used[index]];
    return from && to ? usedSince(from, to) : 0;
  });
  const others = after.busy - before.busy - sum(own) - (after.load - before.load);
  const [api = 0, gateway = 0, database = 0] = own.map((used) => used / playedSeconds);
  return { api, gateway, database, other: Math.max(0, others) / seconds };
}

/** The people of the beds, who use the product through its gateways. */
class People {
  readonly #stage: Stage;
  readonly #patients: Patient[];
  /** When each event was sent to a patient with an open app, until it has arrived. */
  readonly #sent = new Map<string, number>();
  readonly #arrived = new Map<string, number>();
  readonly #watchers: Phone[] = [];

  constructor(stage: Stage, patients: Patient[]) {
    this.#stage = stage;
    this.#patients = patients;
  }

  get count(): number {
    return this.#patients.length;
  }

  get #gateway(): string {
    return this.#stage.gateways[0] ?? '';
  }

  async watch(): Promise<void> {
    const watching = this.#patients.filter((_, bed) => bed % WATCHERS === 0);
    await inTurns(watching, async ({ token }) => {
      const phone = new Phone(this.#gateway, token);
      this.#watchers.push(phone);
      await phone.follow(({ id }) => this.#arrived.set(id, performance.now()));
    });
  }

  async #open(token: string): Promise<void> {
    const phone = new Phone(this.#gateway, token);
    await Promise.all(HOME.map((path) => phone.fetch(path)));
    await phone.open();
    setTimeout(() => phone.close(), STAY_MS);
  }

  async #arrive(): Promise<void> {
    await this.#open(await signIn(this.#gateway));
  }

  async #send(bed: number): Promise<void> {
    const patient = this.#patients[bed];
    if (!patient) throw new Error(`There is no bed ${bed}`);
    const at = performance.now();
    const id = await sendEvent(this.#stage, patient, 'Your nurse came by');
    if (bed % WATCHERS === 0) this.#sent.set(id, at);
  }

  act({ action, bed }: Step): Promise<void> {
    if (action === 'arrive') return this.#arrive();
    return action === 'open' ? this.#open(this.#patients[bed]?.token ?? '') : this.#send(bed);
  }

  /** Returns how long the events since the last call took to arrive, and how many did not. */
  async arrivals(): Promise<{ arrivals: number[]; lost: number }> {
    const giveUp = performance.now() + SETTLE_MS;
    const isWaiting = () => [...this.#sent.keys()].some((id) => !this.#arrived.has(id));
    while (isWaiting() && performance.now() < giveUp) await wait(50);
    const times = [...this.#sent].map(([id, at]) => (this.#arrived.get(id) ?? Number.NaN) - at);
    this.#sent.clear();
    const arrivals = times.filter((time) => !Number.isNaN(time));
    return { arrivals, lost: times.length - arrivals.length };
  }

  leave(): void {
    for (const phone of this.#watchers) phone.close();
  }
}

/** Open streams whose memory is measured: fewer than one network address may have at the gateway. */
const STREAMS = 500;

/** Memory that an open stream takes (bytes), in all processes of a group. */
type StreamMemory = Record<'api' | 'gateway', number>;

async function measureStreams({ groups, gateways }: Stage, patients: readonly Patient[]): Promise<StreamMemory> {
  const memory = async () => ({ api: await memoryIn(groups.api), gateway: await memoryIn(groups.gateway) });
  const before = await memory();
  const phones: Phone[] = [];
  const open = Array.from({ length: STREAMS }, (_, index) => patients[index % patients.length]?.token ?? '');
  try {
    await inTurns(open, async (token) => {
      const phone = new Phone(gateways[0] ?? '', token);
      phones.push(phone);
      await phone.open();
    });
    await wait(SETTLE_MS);
    const { api, gateway } = await memory();
    return { api: (api - before.api) / STREAMS, gateway: (gateway - before.gateway) / STREAMS };
  } finally {
    for (const phone of phones) phone.close();
  }
}

async function play(phase: Phase, people: People, stage: Stage): Promise<Played> {
  const ms: Played['ms'] = { arrive: [], open: [], event: [] };
  const errors: string[] = [];
  const running: Promise<void>[] = [];
  const take = async (step: Step) => {
    const began = performance.now();
    try {
      await people.act(step);
      ms[step.action].push(performance.now() - began);
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  };
  const before = await readProcessors(stage);
  const start = performance.now();
  for (const step of stepsOf(phase, people.count)) {
    await wait(Math.max(0, start + step.at - performance.now()));
    running.push(take(step));
  }
  await wait(Math.max(0, start + playedMs(phase) - performance.now()));
  await Promise.all(running);
  const processors = processorsBetween(before, await readProcessors(stage), playedMs(phase) / 1000);
  return { phase, ms, errors, processors, ...(await people.arrivals()) };
}

const p = (values: number[], share: number) =>
  values.length === 0 ? '-' : `${Math.round(quantile(values, share))} ms`;

/** Lists different errors with their counts. */
function errorsReport(errors: readonly string[]): string {
  const counts = Map.groupBy(errors, (error) => error);
  const list = [...counts].map(([error, all]) => `${all.length} x ${error}`);
  return list.length === 0 ? '' : ` (${list.join('; ')})`;
}

function phaseReport({ phase, ms, arrivals, errors, lost, processors }: Played): string {
  const seconds = playedMs(phase) / 1000;
  const actions = ACTIONS.map(
    (action) =>
      `    ${action}: ${(ms[action].length / seconds).toFixed(1)} a second, p50 ${p(ms[action], 0.5)}, p95 ${p(ms[action], 0.95)}, p99 ${p(ms[action], 0.99)}`,
  );
  const used = Object.entries(processors).map(([name, count]) => `${name} ${count.toFixed(2)}`);
  return [
    `  ${phase.name}: ${errors.length} errors${errorsReport(errors)}, ${lost} events lost`,
    ...actions,
    `    an event on an open phone: p50 ${p(arrivals, 0.5)}, p99 ${p(arrivals, 0.99)}`,
    `    processors: ${used.join(', ')}`,
  ].join('\n');
}

/** How a day is played. */
export interface DayOptions {
  /** Only the peaks, which take a minute; the day takes half an hour. */
  isShort: boolean;
  /** Number of API processes. */
  apis: number;
  /** Beds of the network. */
  beds: number;
}

/**
 * Plays a day of the network at 1:50: a fiftieth of its beds, fifty times as fast, so as many requests a second as the
 * whole network makes. Real gateway, API processes and PostgreSQL on this machine. Checks that nothing fails or is lost,
 * and that home stays usable at the peaks.
 */
export const playDay = ({ isShort, apis, beds }: DayOptions, print: (line: string) => void): Promise<Verdict[]> =>
  onStage({ apis, gateways: 1 }, async (stage) => {
    const patients = await stage.patients(Math.ceil(beds / SCALE));
    const people = new People(stage, patients);
    const played: Played[] = [];
    print(
      `A day of ${beds} beds at 1:${SCALE} (${patients.length} beds, ${SCALE} times as fast; ${apis} API processes)`,
    );
    try {
      await people.watch();
      for (const phase of DAY.filter(({ isPeak }) => isPeak || !isShort)) {
        const found = await play(phase, people, stage);
        print(phaseReport(found));
        played.push(found);
      }
      const streams = await measureStreams(stage, patients);
      print(`  an open stream: ${kB(streams.api)} at the API, ${kB(streams.gateway)} at the gateway`);
    } finally {
      people.leave();
    }
    const failed = sum(played.map(({ errors, lost }) => errors.length + lost));
    const slowest = Math.max(...played.map(({ ms }) => quantile(ms.open, 0.99)));
    return [
      { aim: 'a day of the network: no errors, no lost events', found: String(failed), ok: failed === 0 },
      {
        aim: `99 % of visits to home, in the slowest phase <= ${HOME_MS} ms`,
        found: `${Math.round(slowest)} ms`,
        ok: slowest <= HOME_MS,
      },
    ];
  });
