/** Runs phones while every production process is killed, restarted and upgraded in turn. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from 'mock-api/db/open';
import type { Tables } from 'mock-api/db/schema';
import type { RecorderTables } from 'mock-api/recorder/tables';
import { quantile } from 'tools/bench/statistics';
import { makePeople } from './people.ts';
import { type Met, nothingMet, Phone, STEPS } from './phone.ts';
import { type Production, startProduction } from './production.ts';
import { makeNextRelease, NEXT_STEP } from './release.ts';
import { PARTS, type Part, type ServerProcess } from './server-process.ts';

/** Pause between two disturbances, and before a killed process is started, in milliseconds. */
const BETWEEN_MS = 300;

export const DISTURBANCES = ['killed', 'restarted', 'upgraded'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

export interface Plan {
  phones: number;
  /** Minimum duration in milliseconds; longer if the disturbances take longer. */
  atLeastMs: number;
  counts: { [part in Part]: number };
  targets: 'every' | 'one of each part';
  disturbances: readonly Disturbance[];
}

export interface RestartsResult extends Met, Deliveries {
  seconds: number;
  disturbed: number;
  isMigrated: boolean;
}

async function disturb(process: ServerProcess, how: Disturbance, nextRelease: string): Promise<void> {
  await process.end(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
  if (how === 'killed') await wait(BETWEEN_MS);
  process.spawn(how === 'upgraded' ? nextRelease : undefined);
  await process.whenReady();
  await wait(BETWEEN_MS);
}

export interface Deliveries {
  /** Surveys with a receipt on the phone but not at the recorder. */
  lost: string[];
  /** Number of the recorder's receipts that no phone received. */
  surplus: number;
  /** Number of receipts reported by phones that are missing from the access log or listed more than once. */
  unreported: number;
  migrations: string[];
}

/** Compares the database with the receipts that phones received. */
export async function compareDeliveries(url: string, { receipts }: Pick<Met, 'receipts'>): Promise<Deliveries> {
  const { db } = openDatabase<Tables & RecorderTables>({ url, file: '' });
  const taken = await db.selectFrom('receipts').select('receipt_id').where('state', '=', 'done').execute();
  const reported = await db.selectFrom('audit').select('object_id').where('action', '=', 'SURVEY_DELIVERED').execute();
  const steps = await db
    .withTables<{ schema_migrations: { name: string } }>()
    .selectFrom('schema_migrations')
    .select('name')
    .execute();
  await db.destroy();
  const takenIds = new Set(taken.map(({ receipt_id }) => receipt_id));
  const reportedIds = new Set(reported.map(({ object_id }) => object_id));
  const phoneReceipts = [...receipts.values()];
  return {
    lost: phoneReceipts.filter((receiptId) => !takenIds.has(receiptId)),
    surplus: taken.length - new Set(phoneReceipts).size,
    unreported:
      phoneReceipts.filter((receiptId) => !reportedIds.has(receiptId)).length + reported.length - reportedIds.size,
    migrations: steps.map(({ name }) => name),
  };
}

const targetsOf = ({ processes, of }: Production, { targets }: Plan): ServerProcess[] =>
  targets === 'every' ? processes : PARTS.flatMap((part) => of(part).slice(0, 1));

type Use = (isOver: () => boolean, putDown: AbortSignal) => Promise<void>;

/** Runs phones while `work` is done, then lets each finish its current round. If the work fails, they are aborted. */
export async function useWhile(uses: readonly Use[], work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const putDown = new AbortController();
  const used = uses.map((use) => use(() => isOver, putDown.signal));
  const ended = Promise.allSettled(used);
  try {
    await work();
  } catch (error) {
    putDown.abort();
    throw error;
  } finally {
    isOver = true;
    await ended;
  }
  await Promise.all(used);
}

export async function usePhonesMeanwhile(plan: Plan): Promise<RestartsResult> {
  const { phones, atLeastMs, counts, disturbances } = plan;
  const production = await startProduction(counts);
  try {
    const nextRelease = join(production.folder, 'next');
    if (disturbances.includes('upgraded')) await makeNextRelease(nextRelease);
    const people = await makePeople(production.postgres.url, phones);
    const met = nothingMet();
    let now = 'before anything happened';
    const began = performance.now();
    let disturbed = 0;
    const uses = people.map(
      (person): Use =>
        (...until) =>
          new Phone(person, production.balancer, met, () => now).use(...until),
    );
    await useWhile(uses, async () => {
      for (const how of disturbances) {
        for (const process of targetsOf(production, plan)) {
          now = `while ${process.name} was ${how}`;
          await disturb(process, how, nextRelease);
          disturbed += 1;
        }
      }
      now = 'after all that';
      await wait(Math.max(0, began + atLeastMs - performance.now()));
    });
    const seconds = (performance.now() - began) / 1000;
    const deliveries = await compareDeliveries(production.postgres.url, met);
    return { ...met, seconds, disturbed, ...deliveries, isMigrated: deliveries.migrations.includes(NEXT_STEP) };
  } finally {
    await production.stop();
  }
}

export function restartsReport({ phones, counts, targets, disturbances }: Plan, outcome: RestartsResult): string {
  const { seconds, disturbed, requests, failed, cut, inFlight, handedIn, lost, surplus, ms } = outcome;
  const p = (step: (typeof STEPS)[number], share: number) => `${quantile(ms[step], share).toFixed(0)} ms`;
  return [
    `Restarts: ${phones} phones for ${seconds.toFixed(0)} s; ${counts.api} APIs, ${counts.recorder} recorders, ${counts.gateway} gateways, ${targets} ${disturbances.join(', ')} (${disturbed} times)`,
    `  ${requests} requests, ${failed.length} failed, ${cut} given up by phones; ${handedIn} surveys, ${lost.length} lost, ${surplus} surplus, ${inFlight} told to come back`,
    ...STEPS.map(
      (step) => `  ${step}: ${ms[step].length} times, p50 ${p(step, 0.5)}, p99 ${p(step, 0.99)}, longest ${p(step, 1)}`,
    ),
  ].join('\n');
}
