import type { StreamData } from '../../../mock-api/src/contract.ts';
import { Phone } from './phone.ts';
import type { Patient, Stage } from './stage.ts';

/** So many open streams, and events a second: what the stream has to stand. */
export const STREAMS = 1_000;
export const RATE = 50;
/** What an event says in short. */
export const TEXT = 'At the front desk';
/** Opened at the same time, so that neither side refuses connections. */
const AT_ONCE = 100;

/** Does the work for every item, so many at a time as a server takes at once. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map((item, index) => work(item, start + index)));
  }
}

/** Sends an event from the desk. Returns its id; rejects where it was refused. */
export async function sendEvent({ gateways, staff }: Stage, { id }: Patient, name: string): Promise<string> {
  const answer = await fetch(`${gateways[0]}/api/v1/desk/patients/${id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${staff}` },
    body: JSON.stringify({ type: 0, name, content: TEXT }),
  });
  if (!answer.ok) throw new Error(`Sending an event answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** A phone for each patient, whose stream is open and stays so. */
export async function openPhones(
  { gateways }: Stage,
  patients: readonly Patient[],
  onEvent: (data: StreamData) => void,
): Promise<Phone[]> {
  const phones = patients.map(({ token }, index) => new Phone(gateways[index % gateways.length] ?? '', token));
  await inTurns(phones, (phone) => phone.follow(onEvent));
  return phones;
}
