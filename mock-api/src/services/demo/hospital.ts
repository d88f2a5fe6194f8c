/**
 * The demo's hospital, whose laboratory reports the story's blood test: it arrives through the FHIR server, like all that
 * a real one reports. Without one, or for a patient without a record there, the story brings the result itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { SECOND } from '../../common/clock.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { rowId } from '../../records/project.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { findLink, SERVER } from '../../repositories/records/links.ts';
import { deleteRows, hasRow, removeResources } from '../../repositories/records/resources.ts';

/** How long the hospital may take, and the result may take to arrive, in milliseconds. */
const ANSWER_TIMEOUT = 2 * SECOND;
const ARRIVAL_TIMEOUT = 4 * SECOND;
const POLL_INTERVAL = 50;

const Reported = Type.Object({ report: Type.String(), keys: Type.Array(Type.String()) });

async function call(url: string, method: 'POST' | 'DELETE', { wristband_code: wristband }: UserRow) {
  if (!wristband) return undefined;
  try {
    const response = await fetch(`${url}?${new URLSearchParams({ wristband })}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    const answer: unknown = await response.json();
    return response.ok && Check(Reported, answer) ? answer : undefined;
  } catch {
    // The demo goes on without its hospital.
    return undefined;
  }
}

async function hasArrived(db: Db, id: string): Promise<boolean> {
  for (let waited = 0; waited < ARRIVAL_TIMEOUT; waited += POLL_INTERVAL) {
    if (await hasRow(db, 'results', id)) return true;
    await wait(POLL_INTERVAL);
  }
  return false;
}

/** Has the laboratory report the blood test. Returns the id of the result once it has arrived; undefined without one. */
export async function reportBloodTest(db: Db, user: UserRow, url: string | undefined): Promise<string | undefined> {
  if (url === undefined || (await findLink(db, user.id))?.state !== 'linked') return undefined;
  const reported = await call(url, 'POST', user);
  if (!reported) return undefined;
  const id = rowId({ userId: user.id, source: SERVER }, reported.report, 'results');
  if (await hasArrived(db, id)) return id;
  await call(url, 'DELETE', user);
  return undefined;
}

/**
 * Has the laboratory take the blood test back, for a story that begins again. Returns how to remove what has arrived of
 * it, without a notice: the patient has asked for the restart.
 */
export async function takeBackBloodTest(user: UserRow, url: string | undefined): Promise<(trx: Trx) => Promise<void>> {
  const reported = url === undefined ? undefined : await call(url, 'DELETE', user);
  const keys = reported?.keys ?? [];
  return async (trx) => {
    if (keys.length === 0) return;
    const of = { userId: user.id, source: SERVER };
    await removeResources(trx, of, keys);
    const tables = ['results', 'record_items'] as const;
    await deleteRows(
      trx,
      tables.flatMap((table) => keys.map((key) => ({ table, id: rowId(of, key, table) }))),
    );
  };
}
