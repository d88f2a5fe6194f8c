/** What of a patient's record in the hospital's server is stored, and how it is changed while this process reads it. */
import { now } from '../../../common/clock.ts';
import type { Db, Trx } from '../../../db/schema.ts';
import { lockUser } from '../../../repositories/accounts/users.ts';
import { type LinkRow, SERVER, updateClaimed } from '../../../repositories/records/links.ts';
import { removeResources } from '../../../repositories/records/resources.ts';
import type { Resource } from '../../fhir/datatypes.ts';
import { isSharedType } from '../../fhir/references.ts';
import { type RecordSettings, writeRecord } from '../../record.ts';
import { storeResources, takeBackSince } from '../../store.ts';
import { readStored } from '../../stored-resources.ts';
import type { LinkNotes } from './links.ts';
import type { Marks, Pulled } from './pull.ts';
import type { Referred } from './support.ts';

const typeOf = (key: string) => key.split('/')[0] ?? '';

const ofLink = ({ user_id: userId }: LinkRow) => ({ userId, source: SERVER });

/**
 * Stores a page in a separate transaction: after an interruption only what was not stored is read again.
 * @throws LeaseLost
 */
export async function keepPage(db: Db, link: LinkRow, resources: readonly Resource[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, link.user_id);
    const { stored } = await storeResources(trx, ofLink(link), resources, link.identified_at ?? '');
    // What people read follows once the whole record is here: parts of it may contradict each other.
    await updateClaimed(trx, link, stored > 0 ? { is_stale: 1 } : {});
  });
}

/** Returns all stored resources of a link, by key. */
export const storedResources = async (db: Db, link: LinkRow): Promise<Map<string, Resource>> =>
  new Map(await readStored(db, ofLink(link)));

/** Returns stored resources of types that were read as a whole, which were not among them. */
export const missingIn = ({ complete }: Pulled, stored: ReadonlyMap<string, Resource>): string[] =>
  [...stored.keys()].filter((key) => complete.get(typeOf(key))?.has(key) === false);

/** Returns stored resources that only supported others, none of which refers to them any more. */
export function orphansIn(stored: ReadonlyMap<string, Resource>, { keys, files }: Referred): string[] {
  return [...stored.keys()].filter((key) => isSharedType(typeOf(key)) && !keys.has(key) && !files.has(key));
}

export interface Written {
  marks: Marks;
  notes: LinkNotes;
  removed: readonly string[];
  isFull: boolean;
}

/** Removes what the server has removed, and writes what people read, with the place where reading continues. */
async function writeStored(trx: Trx, link: LinkRow, settings: RecordSettings, removed: readonly string[]) {
  await removeResources(trx, ofLink(link), removed);
  const isFirst = link.checked_at === '';
  const of = { ...ofLink(link), patient: link.patient_id };
  await writeRecord(trx, of, settings, { linkedAt: link.linked_at, isFirst });
}

/**
 * Ends a reading, in one transaction.
 * @throws LeaseLost
 */
export async function finishReading(db: Db, link: LinkRow, settings: RecordSettings, written: Written): Promise<void> {
  const { marks, notes, removed, isFull } = written;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, link.user_id);
    if (link.is_stale === 1 || removed.length > 0 || isFull) await writeStored(trx, link, settings, removed);
    const time = now();
    await updateClaimed(trx, link, {
      marks: JSON.stringify(marks),
      notes: JSON.stringify(notes),
      checked_at: time,
      is_stale: 0,
      ...(isFull ? { full_at: time } : {}),
    });
  });
}

/**
 * Takes back what came since the last reading that was surely of this person, and what people read of it. The next
 * reading is a full one.
 * @throws LeaseLost
 */
export async function takeBack(db: Db, link: LinkRow, settings: RecordSettings, since: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, link.user_id);
    await takeBackSince(trx, ofLink(link), since);
    await writeStored(trx, link, settings, []);
    const { checked_at: checked } = link;
    await updateClaimed(trx, link, {
      marks: '{}',
      full_at: null,
      is_stale: 0,
      checked_at: checked < since ? checked : since,
    });
  });
}
