import { setTimeout as wait } from 'node:timers/promises';
import type { StreamData } from 'mock-api/contract';
import { quantile } from '../statistics.ts';
import { kB, type Verdict } from '../verdicts.ts';
import { inTurns, Phone, sendEvent, TEXT } from './phone.ts';
import { memoryIn, onStage, type Patient, type Stage } from './stage.ts';

/** Number of open streams, and events per second, that the stream must sustain. */
const STREAMS = 1_000;
const RATE = 50;
/** Duration of the load, in milliseconds. */
const LOAD_MS = 30_000;
const LATEST_MS = 1_000;
/** Number of idle streams to one API process. */
const IDLE = 10_000;
/** Long enough for every stream to have received its comment, in milliseconds. */
const ROUND_MS = 16_000;

/** Gets a new event's text like the app: from the stream, or else with a request. */
async function readText(phone: Phone, { id, event }: StreamData): Promise<void> {
  if (event?.content === TEXT) return;
  const body = await phone.fetch(`events/event?id=${id}`);
  if (!body.includes(TEXT)) throw new Error(`An event had no text: ${body}`);
}

/**
 * Sends events at a fixed rate to patients with open streams, until each has received its text. Returns, for each event,
 * the times from the desk's request to the text on the phone, in milliseconds.
 */
async function measureEvents(stage: Stage): Promise<number[][]> {
  const patients = await stage.patients(STREAMS);
  const shown = new Map<string, number[]>();
  const [gateway = ''] = stage.gateways;
  const phones = patients.map(({ token }) => new Phone(gateway, token));
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
  return [...began].map(([id, at]) => (shown.get(id) ?? []).map((moment) => moment - at));
}

/** Measures idle streams to one API process. */
async function measureIdle({ gateways, groups, patients }: Stage): Promise<{ cut: number; bytesEach: number }> {
  const phones: Phone[] = [];
  try {
    const people = await patients(IDLE);
    const before = await memoryIn(groups.api);
    await inTurns(people, async ({ token }, index) => {
      const phone = new Phone(gateways[index % gateways.length] ?? '', token);
      phones.push(phone);
      await phone.open();
    });
    await wait(ROUND_MS);
    const bytesEach = ((await memoryIn(groups.api)) - before) / phones.length;
    return { cut: phones.filter(({ isCut }) => isCut).length, bytesEach };
  } finally {
    for (const phone of phones) phone.close();
  }
}

/** Measures how fast events reach phones through the gateway, and what an idle stream costs. */
export async function measureLive(print: (line: string) => void): Promise<Verdict[]> {
  print(`Live: ${STREAMS} streams, ${RATE} events a second for ${LOAD_MS / 1_000} s…`);
  const events = await onStage({ apis: 3, gateways: 1 }, measureEvents);
  print(`Live: ${IDLE} idle streams…`);
  const idle = await onStage({ apis: 1, gateways: 2 }, measureIdle);
  const first = events.flatMap((times) => times.slice(0, 1));
  const [half, most, worst] = [0.5, 0.99, 1].map((share) => quantile(first, share));
  const lost = events.filter((times) => times.length === 0).length;
  const twice = events.filter((times) => times.length > 1).length;
  return [
    {
      aim: `live: from the desk's request to the text on the phone, p99 <= ${LATEST_MS} ms`,
      found: `${most?.toFixed(0)} ms (median ${half?.toFixed(0)} ms, longest ${worst?.toFixed(0)} ms)`,
      ok: (most ?? Number.NaN) <= LATEST_MS,
    },
    {
      aim: 'live: nothing lost, nothing twice',
      found: `${lost} lost, ${twice} twice of ${events.length} events`,
      ok: lost + twice === 0,
    },
    {
      aim: `live: ${IDLE} idle streams at one process`,
      found: `${idle.cut} cut, ${kB(idle.bytesEach)} each`,
      ok: idle.cut === 0,
    },
  ];
}
