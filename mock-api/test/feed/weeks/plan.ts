/** What the systems of a made-up hospital send in a run, and what is then known by the simple reading of it. */
import { type Census, emptyCensus, readIntoCensus } from 'tools/hl7-hospital/census';
import type { Sender } from 'tools/hl7-hospital/messages';
import { withMistakes } from 'tools/hl7-hospital/mistakes';
import { randomFrom } from 'tools/hl7-hospital/random';
import { bytesOf, simulate, type TimedMessage } from 'tools/hl7-hospital/simulation';

/** Shares of all messages: broken copies, sent twice, sent before earlier ones of other senders. */
const BROKEN = 0.05;
const TWICE = 0.03;
const EARLY = 0.02;
/** Most messages after which one is sent again. */
const LATEST_REPEAT = 40;
const START = Date.UTC(2026, 0, 5, 5);
export const ZONE = 'America/Toronto';

export interface Delivery {
  sender: Sender;
  /** Control id, which its sender uses once. */
  id: string;
  bytes: Buffer;
  isBroken: boolean;
  isEarly: boolean;
}

export interface Plan {
  deliveries: Delivery[];
  census: Census;
  /** Number of deliveries that repeat an earlier one. */
  repeats: number;
}

const fieldOf = (text: string, name: string, field: number) =>
  new RegExp(`^${name}.*$`, 'm').exec(text)?.[0].split('|')[field] ?? '';

/** Returns what is sent, in order. */
export function planWeeks(options: { seed: number; beds: number; days: number; merges?: number }): Plan {
  const { seed } = options;
  const random = randomFrom(seed + 1_000);
  const census = emptyCensus();
  const deliveries: Delivery[] = [];
  const again = new Map<number, Delivery[]>();
  let repeats = 0;
  const send = (message: TimedMessage) => {
    const { sender, text, isBroken = false } = message;
    const delivery = {
      sender,
      id: fieldOf(text, 'MS', 9),
      bytes: bytesOf(message),
      isBroken,
      isEarly: random.chance(EARLY),
    };
    deliveries.push(delivery);
    if (random.chance(TWICE)) {
      const at = deliveries.length + random.integer(0, LATEST_REPEAT);
      again.set(at, [...(again.get(at) ?? []), delivery]);
    }
    const due = again.get(deliveries.length) ?? [];
    deliveries.push(...due);
    repeats += due.length;
  };
  const played = simulate({ ...options, start: START, zone: ZONE });
  for (const message of withMistakes(played, randomFrom(seed), BROKEN)) {
    if (!message.isBroken) readIntoCensus(census, message.text);
    send(message);
  }
  return { deliveries, census, repeats };
}
