import type { SurveySent } from 'mock-api/contract';
import { cachedAt, readThrough } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import { onDropDrafts } from 'shared-ui/host';
import { findVault, openVault, vaultOwners, wipeVault } from 'shared-ui/vault';
import { isUnreported } from './receipts.ts';

/** Owners of copies of what was sent in the vault. They go with the session, unless that only ran out. */
const SENT = 'sent/';

/** A form does not wait longer to hear from the API whether it was sent from another phone, in milliseconds. */
const PATIENCE_MS = 1_500;

/** A survey that the hospital has. */
export interface SentSurvey {
  receiptId: string;
  /** ISO time. */
  sentAt: string;
  /** What was answered, as long as this phone knows: it was sent from here, and the person has not signed out since. */
  responses?: SurveyAnswer[];
}

onDropDrafts((goes) => {
  void (async () => {
    for (const owner of await vaultOwners(SENT)) if (goes(owner.slice(SENT.length))) await wipeVault(owner);
  })().catch((error: unknown) => console.info('Copies of sent feedback could not be removed', error));
});

/** Keeps a copy of what was sent about an event, in the place of what was sent before. */
export async function keepSent(user: string, about: string, sent: SentSurvey): Promise<void> {
  try {
    await (await openVault(SENT + user)).put(about, sent);
  } catch (error) {
    console.info('What was sent could not be kept', error);
  }
}

async function copyOf(user: string, about: string): Promise<SentSurvey | undefined> {
  return (await findVault(SENT + user))?.get<SentSurvey>(about);
}

/** What the API knows of the survey about an event: null where it knows of none. Throws ApiFailure. */
async function toldAbout(about: string): Promise<SentSurvey | null | undefined> {
  const all = await readThrough<SurveySent[]>('v1/survey-receipts');
  const told = all.find((sent) => sent.about === about);
  if (told) return { receiptId: told.receiptId, sentAt: told.deliveredAt };
  // An answer of earlier, out of the phone, says nothing about what was sent since.
  return cachedAt(all) === undefined ? null : undefined;
}

/** What `work` finds; undefined where it fails, or takes too long. */
async function orNothing<T>(work: Promise<T | undefined>): Promise<T | undefined> {
  const found = work.catch((error: unknown) => {
    console.info('It could not be found out whether feedback was sent', error);
    return undefined;
  });
  return Promise.race([found, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined))]);
}

/** The survey about an event that stands at the hospital, sent from this phone or another; undefined without one. */
export async function sentAbout(user: string, about: string): Promise<SentSurvey | undefined> {
  const copy = await orNothing(copyOf(user, about));
  // Asked first: what is reported while the API answers may be missing in its answer.
  const isOnItsWay = copy && (await orNothing(isUnreported(user, copy.receiptId)));
  const told = await orNothing(toldAbout(about));
  // What it has heard of and knows no more was about an event that is gone: the demo began anew.
  if (told === null) return isOnItsWay ? copy : undefined;
  const isNewer = told !== undefined && told.receiptId !== copy?.receiptId && told.sentAt > (copy?.sentAt ?? '');
  return isNewer ? told : copy;
}
