import { setTimeout as wait } from 'node:timers/promises';
import type { StreamData } from 'mock-api/contract';
import { Sender } from 'mock-api/test/support/mllp';
import { freePorts } from '../../commands/running/ports.ts';
import { quantile } from '../statistics.ts';
import type { Verdict } from '../verdicts.ts';
import { inTurns, Phone } from './phone.ts';
import { secondsOf, usedSince } from './processors.ts';
import { DATE_OF_BIRTH, onStage, type Patient, type Stage } from './stage.ts';

/** Phones that listen, and messages per second that must be sustained: those of a network of 10,000 beds. */
const PHONES = 200;
const RATE = 50;
/** Duration of the load at that rate, in milliseconds. */
const LOAD_MS = 30_000;
/** Messages that are then sent as fast as they are acknowledged. */
const FLOOD = 2_000;
/** Interface engines of two hospitals: patients and beds, and laboratories. One message in four moves a patient. */
const ENGINES = ['ADT|NORTH', 'LAB|NORTH', 'LAB|SOUTH', 'LAB|EAST'] as const;
const LATEST_MS = 2_000;

const timeOf = (at: Date) => at.toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** Writes the messages of the bench's hospital. */
class Writer {
  #count = 0;
  readonly #began = timeOf(new Date());

  #message(engine: string, type: string, { recordNumber }: Patient, ...segments: string[]): string {
    this.#count += 1;
    const head = `MSH|^~\\&|${engine}|LODESTAR|NORTH|${this.#began}||${type}|${this.#count}|P|2.5.1||||||UNICODE UTF-8`;
    const birth = DATE_OF_BIRTH.replaceAll('-', '');
    return [head, `PID|1||${recordNumber}^^^NORTH^MR||Patient^Robin||${birth}|F`, ...segments].join('\r');
  }

  stay(trigger: string, patient: Patient, room: string): string {
    const visit = `PV1|1|I|4A^${room}^A||||||||||||||||V${patient.recordNumber}`;
    return this.#message('ADT|NORTH', `ADT^${trigger}`, patient, `EVN|${trigger}|${this.#began}`, visit);
  }

  result(engine: string, patient: Patient): string {
    const order = `OBR|1||L${this.#count}|K^Potassium^L^2823-3^Potassium^LN|||${this.#began}|||||||||||||||||LAB|F`;
    const value = `OBX|1|NM|K^Potassium^L^2823-3^Potassium^LN||${(3 + (this.#count % 30) / 10).toFixed(1)}|mmol/L|3.5 - 5.0||||F`;
    return this.#message(engine, 'ORU^R01', patient, order, value);
  }
}

/** Sends messages one after the other, as an engine does. */
class Engine {
  readonly #sender: Sender;
  #last: Promise<void> = Promise.resolve();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Resolves when the message is acknowledged. @throws if it isn't accepted */
  send(message: string): Promise<void> {
    this.#last = this.#last.then(async () => {
      const [answer = ''] = await this.#sender.send(message);
      if (!answer.startsWith('MSA|AA')) throw new Error(`A message was answered: ${answer}`);
    });
    return this.#last;
  }

  close(): void {
    this.#sender.close();
  }
}

/** Resolves when everything that was received is applied. */
async function applied({ gateways, staff }: Stage): Promise<Record<string, number>> {
  for (;;) {
    const response = await fetch(`${gateways[0]}/api/v1/desk/feed`, { headers: { authorization: `Bearer ${staff}` } });
    const { counts } = (await response.json()) as { counts: Record<string, number> };
    if (counts.received === 0) return counts;
    await wait(20);
  }
}

interface FeedFigures {
  /** From the first byte of a move to the new room on the phone, in milliseconds. */
  shown: number[];
  moves: number;
  /** Messages a second, from the first one to the last that is applied. */
  perSecond: number;
  /** Processor time of a message at that rate, in milliseconds, by kind of process. */
  work: Record<string, number>;
  aside: number;
}

async function measure(stage: Stage, port: number): Promise<FeedFigures> {
  const patients = await stage.patients(PHONES);
  const writer = new Writer();
  const engines = await Promise.all(ENGINES.map(async () => new Engine(await Sender.connect(port))));
  const [adt] = engines;
  await Promise.all(patients.map((patient) => adt?.send(writer.stay('A01', patient, '1'))));
  await applied(stage);
  const began = new Map<string, number>();
  const shown = new Map<string, number>();
  const show = async (phone: Phone, { id, event }: StreamData) => {
    const text = event?.name ?? (await phone.fetch(`events/event?id=${id}`));
    const room = /\bR\d+/.exec(text)?.[0];
    if (room !== undefined && !shown.has(room)) shown.set(room, performance.now());
  };
  const [gateway = ''] = stage.gateways;
  const phones = patients.map(({ token }) => new Phone(gateway, token));
  await inTurns(phones, (phone) => phone.open((data) => void show(phone, data)));

  let number = 0;
  /** Sends the next message of the mixture. */
  const next = (isTimed: boolean): Promise<void> => {
    const patient = patients[(number * 7) % patients.length];
    const index = number % engines.length;
    number += 1;
    if (!patient) return Promise.resolve();
    const room = `R${number}`;
    if (index === 0 && isTimed) began.set(room, performance.now());
    const message = index === 0 ? writer.stay('A02', patient, room) : writer.result(ENGINES[index] ?? '', patient);
    return engines[index]?.send(message) ?? Promise.resolve();
  };
  const sending: Promise<void>[] = [];
  const start = performance.now();
  while (performance.now() - start < LOAD_MS) {
    sending.push(next(true));
    await wait(Math.max(0, start + (number * 1_000) / RATE - performance.now()));
  }
  await Promise.all(sending);
  await applied(stage);
  const deadline = performance.now() + 10_000;
  while ([...began.keys()].some((room) => !shown.has(room)) && performance.now() < deadline) await wait(20);

  const kinds = Object.entries(stage.groups);
  const before = await Promise.all(kinds.map(([, group]) => secondsOf(group)));
  const flood = performance.now();
  await Promise.all(Array.from({ length: FLOOD }, () => next(false)));
  const counts = await applied(stage);
  const perSecond = FLOOD / ((performance.now() - flood) / 1_000);
  const used = await Promise.all(
    kinds.map(async ([kind, group], index) => {
      const seconds = usedSince(before[index] ?? new Map(), await secondsOf(group));
      return [kind, (seconds * 1_000) / FLOOD] as const;
    }),
  );
  for (const phone of phones) phone.close();
  for (const engine of engines) engine.close();
  const times = [...began].flatMap(([room, at]) => (shown.has(room) ? [(shown.get(room) ?? 0) - at] : []));
  return { shown: times, moves: began.size, perSecond, work: Object.fromEntries(used), aside: counts.aside ?? 0 };
}

/** Measures what the hospital's feed sustains while phones listen, and how fast a move is on the phone. */
export async function measureFeed(print: (line: string) => void): Promise<Verdict[]> {
  print(`Feed: ${PHONES} phones, ${RATE} messages a second for ${LOAD_MS / 1_000} s, then ${FLOOD} at once…`);
  const [port = 0] = await freePorts(1);
  const settings = { HL7_PORT: String(port), HL7_TIME_ZONE: 'UTC' };
  const { shown, moves, perSecond, work, aside } = await onStage({ apis: 2, gateways: 1, settings }, (stage) =>
    measure(stage, port),
  );
  const parts = Object.entries(work).map(([kind, milliseconds]) => `${kind} ${milliseconds.toFixed(1)} ms`);
  print(`Feed: processor time of a message: ${parts.join(', ')}`);
  const [half, most] = [0.5, 0.95].map((share) => quantile(shown, share));
  return [
    {
      aim: `feed: messages a second, sustained >= ${RATE}`,
      found: perSecond.toFixed(0),
      ok: perSecond >= RATE,
    },
    {
      aim: `feed: from the socket to the screen at ${RATE} a second, p95 <= ${LATEST_MS} ms`,
      found: `${most?.toFixed(0)} ms (median ${half?.toFixed(0)} ms)`,
      ok: (most ?? Number.NaN) <= LATEST_MS,
    },
    {
      aim: 'feed: nothing lost, nothing put aside',
      found: `${moves - shown.length} of ${moves} moves lost, ${aside} messages put aside`,
      ok: moves === shown.length && aside === 0,
    },
  ];
}
