import type { StreamData } from '../../../mock-api/src/contract.ts';
import { Phone } from './phone.ts';
import type { Patient, Stage } from './stage.ts';

/** Number of open streams, and events per second, that the stream must sustain. */
export const STREAMS = 1_000;
export const RATE = 50;
/** Content of an event. */
export const TEXT = 'At the front desk';
/** Streams opened at the same time, few enough that neither side refuses connections. */
const AT_ONCE = 100;

/** Processes the items in batches small enough for a server to accept. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map((item, index) => work(item, start + index)));
  }
}

/** Sends an event from the desk. Resolves with its id; rejects when it was refused. */
export async function sendEvent({ gateways, staff }: Stage, { id }: Patient, name: string): Promise<string> {
  const response = await fetch(`${gateways[0]}/api/v1/desk/patients/${id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${staff}` },
    body: JSON.stringify({ type: 0, name, content: TEXT }),
  });
  if (!response.ok) throw new Error(`Sending an event answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Opens one phone per patient, each with a stream that reconnects. */
export async function openPhones(
  { gateways }: Stage,
  patients: readonly Patient[],
  onEvent: (data: StreamData) => void,
): Promise<Phone[]> {
  const phones = patients.map(({ token }, index) => new Phone(gateways[index % gateways.length] ?? '', token));
  await inTurns(phones, (phone) => phone.follow(onEvent));
  return phones;
}
