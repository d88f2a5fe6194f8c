/** How reading a link ends: its patient is confirmed, or it is held for the desk, or it is tried again. */

import { after, HOUR, MINUTE, now, SECOND } from '../../../common/clock.ts';
import type { FhirSettings } from '../../../config/fhir.ts';
import type { RecordFailure, RecordHoldReason, RecordLinkState } from '../../../contract.ts';
import type { Db, Trx } from '../../../db/schema.ts';
import { retryDelay } from '../../../delivery/outbox.ts';
import { recordChanges, recordLinkChange } from '../../../repositories/changes.ts';
import {
  type LinkRow,
  releaseClaim,
  requestMergedReading,
  updateClaimed,
} from '../../../repositories/records/links.ts';
import { recordResync } from '../../../timeline/timeline.ts';

/** How often a process that reads extends its claim, in milliseconds. */
export const HEARTBEAT = SECOND;
/** How soon a held link is tried again, in milliseconds. */
const HELD_RETRY = HOUR;
/** The same for the first times that a new patient is not found: the hospital's system may learn of them late. */
const SEARCH_RETRIES: readonly number[] = [10 * SECOND, MINUTE, 5 * MINUTE];

/** What could not be read of a record, or not compared. */
export interface LinkNotes {
  /** Types that the server cannot search. */
  notOffered: string[];
  /** Types that it refuses to this client. */
  notAllowed: string[];
  /** Attachments that could not be fetched. */
  files: number;
  isBirthDateCompared: boolean;
}

export const NO_NOTES: LinkNotes = { notOffered: [], notAllowed: [], files: 0, isBirthDateCompared: true };
export const notesOf = ({ notes }: Pick<LinkRow, 'notes'>): LinkNotes => ({
  ...NO_NOTES,
  ...(JSON.parse(notes) as Partial<LinkNotes>),
});

export const releaseDone = (db: Db, link: LinkRow, pollSeconds: number): Promise<void> =>
  releaseClaim(db, link, { failure: null, attempts: 0, next_at: after(pollSeconds * SECOND) });

/** Has what the patient and supporters read reload when a record begins or ends to be held. */
async function announceHold(trx: Trx, link: LinkRow): Promise<void> {
  if (link.checked_at !== '') await recordResync(trx, link.user_id);
}

/**
 * Notes that a link's patient is who the account says, and which one that is.
 * @throws LeaseLostError
 */
export async function confirmPatient(db: Db, link: LinkRow, patientKey: string, server: string): Promise<void> {
  const time = now();
  const isOther = link.patient_id !== patientKey;
  const wasHeld = link.state === 'held';
  await db.transaction().execute(async (trx) => {
    await updateClaimed(trx, link, {
      state: 'linked',
      reason: null,
      server,
      identified_at: time,
      merged_into: null,
      ...(link.state === 'linked' ? {} : { linked_at: time }),
      ...(isOther ? { patient_id: patientKey, marks: '{}', full_at: null, is_stale: 1 } : {}),
    });
    if (wasHeld) await announceHold(trx, link);
  });
}

/** Ends a claim on a link that waits for the desk, or for the hospital to mend its data; the desk's screens reload. */
export async function releaseHeld(db: Db, link: LinkRow, reason: RecordHoldReason): Promise<void> {
  const isNew = link.state !== 'held' || link.reason !== reason;
  const isSearched = reason === 'no-match' && link.patient_id === '';
  const searches = isSearched && link.failure === null ? link.attempts : 0;
  const delay = (isSearched ? SEARCH_RETRIES[searches] : undefined) ?? HELD_RETRY;
  const attempts = isSearched ? searches + 1 : 0;
  await db.transaction().execute(async (trx) => {
    await releaseClaim(trx, link, { state: 'held', reason, failure: null, attempts, next_at: after(delay) });
    if (isNew) await recordChanges(trx, [recordLinkChange(link.user_id)]);
    if (link.state === 'linked' && reason !== 'deceased') await announceHold(trx, link);
    if (link.merged_into !== null) await requestMergedReading(trx, link.merged_into);
  });
}

/** Ends a claim after a failure, to be retried with growing delays. */
export async function releaseFailed(
  db: Db,
  link: LinkRow,
  { reason, retryAfter, pollSeconds }: { reason: RecordFailure; retryAfter: number; pollSeconds: number },
): Promise<void> {
  const attempts = link.attempts + 1;
  const delay = Math.max(retryDelay(attempts, retryAfter), pollSeconds * SECOND);
  await releaseClaim(db, link, { failure: reason, attempts, next_at: after(delay) });
}

/** Shortest time without a successful reading that counts as late. */
const LEAST = 10 * MINUTE;
/** Readings that may fail before a record is late. */
const READINGS = 5;

/** Returns the time before which a record must not have been read last. */
export const lateBefore = ({ pollSeconds }: Pick<FhirSettings, 'pollSeconds'>): string =>
  after(-Math.max(LEAST, READINGS * pollSeconds * SECOND));

interface Link {
  state: RecordLinkState;
  reason: RecordHoldReason | null;
  checkedAt: string;
}

/** Returns whether a record that has been read before is no longer read, or was not for too long. */
export const isLinkLate = ({ state, checkedAt }: Link, fhir: FhirSettings | undefined): boolean =>
  fhir === undefined || state !== 'linked' || checkedAt < lateBefore(fhir);

/** Returns whether a record waits until the desk has made sure whose it is. */
export const isBeingChecked = ({ state, reason }: Link): boolean => state === 'held' && reason !== 'deceased';
