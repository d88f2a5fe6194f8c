import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StreamData } from '../../../mock-api/src/contract.ts';
import type { Verdict } from '../budgets.ts';
import { quantile } from '../statistics.ts';
import { inTurns, Phone, RATE, STREAMS, sendEvent, TEXT } from './phone.ts';
import { buildStage, memoryOf, type Patient, type Stage } from './stage.ts';

/** Duration of the load, in milliseconds. */
const LOAD_MS = 30_000;
const LATEST_MS = 1_000;
/** Number of idle streams to one API process. */
const IDLE = 10_000;
/** Number of a patient's events per day. */
const DAY = 50;
/** Long enough for every stream to have received its comment, in milliseconds. */
const ROUND_MS = 16_000;

/**
 * Latencies in milliseconds from the desk's request to the text on the phone, lost and duplicate events, memory and
 * bytes.
 */
interface LiveFigures {
  ms: number[];
  sent: number;
  lost: number;
  twice: number;
  idle: { opened: number; cut: number; bytesEach: number };
  day: { stream: number; events: number; fetchedTwice: number };
}

/**
 * Gets a new event's text like the app: from the stream, or else with a request. Returns the request's cost in bytes.
 */
async function readText(phone: Phone, { id, event }: StreamData): Promise<number> {
  if (event?.content === TEXT) return 0;
  const { body, bytes } = await phone.fetch(`events/event?id=${id}`);
  if (!body.includes(TEXT)) throw new Error(`An event had no text: ${body}`);
  return bytes;
}

/** Sends events at a fixed rate to patients with open streams, until each has received its text. */
async function measureLoad(stage: Stage): Promise<Pick<LiveFigures, 'ms' | 'sent' | 'lost' | 'twice'>> {
  const patients = await stage.patients(STREAMS);
  const shown = new Map<string, number[]>();
  const phones = patients.map(
    ({ token }, index) => new Phone(stage.gateways[index % stage.gateways.length] ?? '', token),
  );
  const show = async (phone: Phone, data: StreamData) => {
    await readText(phone, data);
    shown.set(data.id, [...(shown.get(data.id) ?? []), performance.now()]);
  };
  await inTurns(phones, (phone) => phone.open((data) => void show(phone, data)));
  const began = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const send = async (patient: Patient, number: number) => {
    const at = performance.now();
    began.set(await sendEvent(stage, patient, `Event ${number}`), at);
  };
  const start = performance.now();
  for (let number = 0; performance.now() - start < LOAD_MS; number += 1) {
    const patient = patients[(number * 7) % patients.length];
    if (patient) sending.push(send(patient, number));
    await wait(Math.max(0, start + ((number + 1) * 1_000) / RATE - performance.now()));
  }
  await Promise.all(sending);
  const deadline = performance.now() + 10_000;
  while (shown.size < began.size && performance.now() < deadline) await wait(50);
  for (const phone of phones) phone.close();
  const times = [...began].map(([id, at]) => ({ at, came: shown.get(id) ?? [] }));
  return {
    ms: times.flatMap(({ at, came }) => came.slice(0, 1).map((moment) => moment - at)),
    sent: began.size,
    lost: times.filter(({ came }) => came.length === 0).length,
    twice: times.filter(({ came }) => came.length > 1).length,
  };
}

/** Measures idle streams to one process. */
async function measureIdle(): Promise<LiveFigures['idle']> {
  const stage = await buildStage({ apis: 1, gateways: 2 });
  const phones: Phone[] = [];
  try {
    const patients = await stage.patients(IDLE);
    const [pid = 0] = stage.apiPids;
    const before = await memoryOf(pid);
    await inTurns(patients, async ({ token }, index) => {
      const phone = new Phone(stage.gateways[index % 2] ?? '', token);
      phones.push(phone);
      await phone.open();
    });
    await wait(ROUND_MS);
    const memory = await memoryOf(pid);
    return {
      opened: phones.length,
      cut: phones.filter(({ isCut }) => isCut).length,
      bytesEach: (memory - before) / phones.length,
    };
  } finally {
    for (const phone of phones) phone.close();
    await stage.stop();
  }
}

const HOME = ['events', 'v1/profiles', 'v1/notifications'];

/** Compares the bytes a phone receives in a day: through the stream, or by fetching everything twice. */
async function measureDay(stage: Stage): Promise<LiveFigures['day']> {
  const [patient] = await stage.patients(1);
  if (!patient) throw new Error('No patient was created');
  const phone = new Phone(stage.gateways[0] ?? '', patient.token);
  let events = 0;
  let came = 0;
  await phone.open((data) => {
    readText(phone, data).then((bytes) => {
      events += bytes;
      came += 1;
    }, console.error);
  });
  for (let number = 0; number < DAY; number += 1) {
    await sendEvent(stage, patient, `Your nurse came by, visit ${number}`);
    while (came <= number) await wait(5);
  }
  const stream = phone.carried();
  let once = 0;
  for (const path of HOME) once += (await phone.fetch(path)).bytes;
  phone.close();
  return { stream, events, fetchedTwice: 2 * once };
}

/** Runs all measurements through the gateway: three API processes on PostgreSQL, and one for the idle streams. */
export async function measureLive(print: (line: string) => void): Promise<LiveFigures> {
  const stage = await buildStage({ apis: 3, gateways: 1 });
  let load: Awaited<ReturnType<typeof measureLoad>>;
  let day: LiveFigures['day'];
  try {
    day = await measureDay(stage);
    print(`Live: ${STREAMS} streams, ${RATE} events a second for ${LOAD_MS / 1_000} s…`);
    load = await measureLoad(stage);
  } finally {
    await stage.stop();
  }
  print(`Live: ${IDLE} idle streams…`);
  return { ...load, day, idle: await measureIdle() };
}

const round = (ms: number) => `${ms.toFixed(0)} ms`;

export function liveReport({ ms, sent, idle, day }: LiveFigures): string {
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => round(quantile(ms, share)));
  return [
    `Live: ${sent} events to ${STREAMS} streams, from the desk's call to the text on the phone: median ${half}, p99 ${most}, longest ${worst}`,
    `      ${idle.opened} idle streams at one process: ${(idle.bytesEach / 1_000).toFixed(1)} kB each, ${idle.cut} cut`,
    `      a day with ${DAY} events: ${(day.stream / 1_000).toFixed(1)} kB of stream and ${(day.events / 1_000).toFixed(1)} kB of calls; fetched twice ${(day.fetchedTwice / 1_000).toFixed(1)} kB`,
  ].join('\n');
}

export function judgeLive({ ms, lost, twice, idle, day }: LiveFigures): Verdict[] {
  const p99 = quantile(ms, 0.99);
  const cost = day.stream + day.events;
  return [
    { aim: `live: text on the phone at p99 <= ${LATEST_MS} ms`, found: round(p99), ok: p99 <= LATEST_MS },
    { aim: 'live: nothing lost, nothing twice', found: `${lost} lost, ${twice} twice`, ok: lost + twice === 0 },
    { aim: `live: ${IDLE} idle streams at one process`, found: `${idle.cut} cut`, ok: idle.cut === 0 },
    {
      aim: `live: a day with ${DAY} events costs less than fetching twice`,
      found: `${(cost / 1_000).toFixed(1)} kB against ${(day.fetchedTwice / 1_000).toFixed(1)} kB`,
      ok: cost < day.fetchedTwice,
    },
  ];
}

const ROOT = join(import.meta.dirname, '../../..');
/** Number of events to deliver to phones that are open, closed, dead or without push, on PostgreSQL. */
const EVENTS = 1_000;

/** The summary line of the API's own test about delivery channels, and whether it passed. */
interface ChannelFigures {
  summary: string;
  isHeld: boolean;
}

/** Runs the API's full push test on PostgreSQL, with a local push service. */
export function measureChannels(): Promise<ChannelFigures> {
  const child = spawn(process.execPath, ['mock-api/test/run.ts', '--only=postgres', 'test/messages/push.test.ts'], {
    cwd: ROOT,
    env: { ...process.env, PUSH_EVENTS: String(EVENTS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const summary = text.split('\n').find((line) => line.startsWith('delivered: ')) ?? text;
      resolve({ summary, isHeld: code === 0 });
    });
  });
}

export function judgeChannels({ summary, isHeld }: ChannelFigures): Verdict {
  const aim = `live: each of ${EVENTS} events by exactly one of stream, push and text, on PostgreSQL`;
  return { aim, found: summary.replace('delivered: ', ''), ok: isHeld };
}
