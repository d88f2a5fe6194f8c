import type { SurveySent } from 'mock-api/contract';
import { cachedAt, readThrough } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import { onDropDrafts } from 'shared-ui/host';
import { findVault, openVault } from 'shared-ui/vault';
import { wipeDropped } from './outbox-store.ts';
import { isUnreported } from './receipts.ts';

/** Vault owner prefix of copies of sent surveys. They are deleted with the session, unless it only expired. */
const SENT = 'sent/';

/** Maximum time that a form waits for each lookup of what was sent (ms). */
const LOOKUP_TIMEOUT_MS = 1_500;

/** A survey that the hospital has received. */
export interface SentSurvey {
  receiptId: string;
  /** ISO 8601. */
  sentAt: string;
  /** The answers, if the survey was sent from this phone and the user has not signed out since. */
  responses?: SurveyAnswer[];
}

onDropDrafts((isDropped) => {
  wipeDropped(SENT, isDropped).catch((error) => console.info('Copies of sent feedback could not be removed', error));
});

/** Stores a copy of the survey sent about an event, replacing an earlier one. */
export async function storeSent(user: string, about: string, sent: SentSurvey): Promise<void> {
  try {
    await (await openVault(SENT + user)).put(about, sent);
  } catch (error) {
    console.info('A copy of sent feedback could not be stored', error);
  }
}

/**
 * Returns the survey about an event that the API knows, or null for none; undefined if only a cached response has
 * none.
 * @throws ApiFailure
 */
async function reportedAbout(about: string): Promise<SentSurvey | null | undefined> {
  const all = await readThrough<SurveySent[]>('v1/survey-receipts');
  const reported = all.find((sent) => sent.about === about);
  if (reported) return { receiptId: reported.receiptId, sentAt: reported.deliveredAt };
  // A cached response says nothing about surveys sent since.
  return cachedAt(all) === undefined ? null : undefined;
}

/** Resolves as `work` does; with undefined if it fails or takes too long. */
async function orUndefined<T>(work: Promise<T | undefined>): Promise<T | undefined> {
  const found = work.catch((error: unknown) => {
    console.info('Looking up sent feedback failed', error);
    return undefined;
  });
  return Promise.race([found, new Promise<undefined>((resolve) => setTimeout(resolve, LOOKUP_TIMEOUT_MS, undefined))]);
}

/** Returns the survey about an event that the hospital has, sent from any phone; undefined if none. */
export async function sentAbout(user: string, about: string): Promise<SentSurvey | undefined> {
  const copy = await orUndefined(findVault(SENT + user).then((vault) => vault?.get<SentSurvey>(about)));
  // Read first: a receipt reported during the API request may be missing from its response.
  const isBeingReported = copy && (await orUndefined(isUnreported(user, copy.receiptId)));
  const reported = await orUndefined(reportedAbout(about));
  // A reported survey that the API no longer knows was about an event deleted by a demo reset.
  if (reported === null) return isBeingReported ? copy : undefined;
  const isNewer =
    reported !== undefined && reported.receiptId !== copy?.receiptId && reported.sentAt > (copy?.sentAt ?? '');
  return isNewer ? reported : copy;
}
