import { setTimeout as wait } from 'node:timers/promises';
import type { Verdict } from '../budgets.ts';
import { openPhones, RATE, STREAMS, sendEvent } from './phone.ts';
import { buildStage } from './stage.ts';

const KILLS = 100;
const APIS = 3;
/** Connections cut with each killed process, in addition to the process's own. */
const CUTS = 10;
/** Time for the last events to arrive, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Events received by phones while API processes were killed under load. */
interface KillFigures {
  kills: number;
  /** Number of reconnected streams. */
  cuts: number;
  events: number;
  /** Requests of the desk lost with a killed process: staff get an error and can send again. */
  refused: number;
  lost: number;
  twice: number;
}

/** Kills the API's processes in turn while events are sent to patients with open streams. */
export async function measureKills(print: (line: string) => void): Promise<KillFigures> {
  const stage = await buildStage({ apis: APIS, gateways: 1 });
  const received = new Map<string, number>();
  try {
    const patients = await stage.patients(STREAMS);
    const phones = await openPhones(stage, patients, ({ id }) => received.set(id, (received.get(id) ?? 0) + 1));
    print(`Kills: ${KILLS} of ${APIS} processes, ${STREAMS} streams, ${RATE} events a second…`);
    let isOver = false;
    let refused = 0;
    const sending = (async () => {
      const calls: Promise<unknown>[] = [];
      const start = performance.now();
      for (let number = 0; !isOver; number += 1) {
        const patient = patients[(number * 7) % patients.length];
        const refuse = () => {
          refused += 1;
        };
        if (patient) calls.push(sendEvent(stage, patient, `Event ${number}`).catch(refuse));
        await wait(Math.max(0, start + ((number + 1) * 1_000) / RATE - performance.now()));
      }
      await Promise.all(calls);
    })();
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let cut = 0; cut < CUTS; cut += 1) phones[(kill * CUTS + cut) % phones.length]?.cut();
      await stage.killApi(kill % APIS);
    }
    isOver = true;
    await sending;
    const sent = await stage.eventsOf(patients);
    const missing = () => sent.filter((id) => !received.has(id)).length;
    const deadline = performance.now() + TIMEOUT_MS;
    while (missing() > 0 && performance.now() < deadline) await wait(100);
    const cuts = phones.reduce((sum, phone) => sum + phone.cuts, 0);
    for (const phone of phones) phone.close();
    const twice = sent.filter((id) => (received.get(id) ?? 0) > 1).length;
    return { kills: KILLS, cuts, events: sent.length, refused, lost: missing(), twice };
  } finally {
    await stage.stop();
  }
}

export function judgeKills({ kills, cuts, events, refused, lost, twice }: KillFigures): Verdict {
  return {
    aim: `live: ${kills} processes killed under load, nothing lost, nothing twice`,
    found: `${lost} lost, ${twice} twice of ${events} events, ${refused} calls refused; ${cuts} streams opened again`,
    ok: lost + twice === 0,
  };
}
