import type { SurveySent } from 'mock-api/contract';
import { readThrough } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import { onDropDrafts } from 'shared-ui/host';
import { findVault, openVault, vaultOwners, wipeVault } from 'shared-ui/vault';

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

async function toldAbout(about: string): Promise<SentSurvey | undefined> {
  const all = await readThrough<SurveySent[]>('v1/survey-receipts');
  const told = all.find((sent) => sent.about === about);
  return told && { receiptId: told.receiptId, sentAt: told.deliveredAt };
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
  const [copy, told] = await Promise.all([orNothing(copyOf(user, about)), orNothing(toldAbout(about))]);
  const isNewer = told !== undefined && told.receiptId !== copy?.receiptId && told.sentAt > (copy?.sentAt ?? '');
  return isNewer ? told : copy;
}
