import { ApiFailure, type Store, signedInUser, store, surveyOf } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { type UnsentSurvey, updateSlice } from 'shared-ui/host';
import { vaultOwners } from 'shared-ui/vault';
import { type Draft, forgetDraft, forgetSentDraft, keepDraft } from './drafts.ts';
import { type OutboxEntry, UNSENT } from './outbox-store.ts';
import { payloadOf, type Survey } from './post.ts';
import { Queue } from './queue.ts';
import { Receipts } from './receipts.ts';
import { storeSent } from './sent.ts';
import { areTokensUsed, fetchToken, storeTokens, takeToken } from './tokens.ts';

/** Channel on which tabs of a browser announce that something was added or sent. */
const CHANNEL = 'lodestar-delivery';

const queues = new Map<string, Queue>();
const receipts = new Map<string, Receipts>();
let channel: BroadcastChannel | undefined;
let isStarted = false;
let reads = 0;

const userIdIn = (state: Store): string | undefined => signedInUser(state)?.id;

/** Receipts are reported as the user who got them, so only while they are signed in. */
function receiptsOf(user: string): Receipts {
  const known = receipts.get(user) ?? new Receipts(user, () => userIdIn(store.getState()) === user);
  receipts.set(user, known);
  return known;
}

function reportReceipts(): void {
  const user = userIdIn(store.getState());
  if (user !== undefined) void receiptsOf(user).report();
}

const draftFrom = ({ key, payload, replaces }: OutboxEntry): Draft => ({
  key,
  responses: payload.Responses,
  ...(replaces === undefined ? {} : { replaces }),
});

/** Reports a receipt to the API, and stores the answers so that the event shows the survey as sent. */
async function noteReceived(user: string, { survey, about, payload, replaces }: OutboxEntry, receiptId: string) {
  const sentAt = new Date().toISOString();
  // After a sign-out, no answers may stay on the phone.
  const isSignedIn = userIdIn(store.getState()) === user;
  if (isSignedIn) await storeSent(user, about, { receiptId, sentAt, responses: payload.Responses });
  // For a correction.
  if (isSignedIn) void storeTokens(user, [about]);
  const corrects = replaces === undefined ? {} : { replaces };
  await receiptsOf(user).add({ survey, receiptId, about, deliveredAt: sentAt, ...corrects });
}

function queueOf(user: string): Queue {
  const known = queues.get(user);
  if (known) return known;
  const queue = new Queue(user, {
    changed() {
      channel?.postMessage('changed');
      void showUnsent();
    },
    async token({ about }) {
      return areTokensUsed() && userIdIn(store.getState()) === user ? fetchToken(about) : undefined;
    },
    // A page that crashed after storing the survey may have left its answers in the draft: don't send them twice.
    sending: (entry) => forgetSentDraft(user, entry.about, draftFrom(entry)),
    refused: (entry) => keepDraft(user, entry.about, draftFrom(entry)),
    received: (entry, receiptId) => noteReceived(user, entry, receiptId),
  });
  queues.set(user, queue);
  return queue;
}

function toUnsentSurvey(queue: Queue, { key, about, survey, refused }: OutboxEntry): UnsentSurvey {
  const state = refused ? 'refused' : queue.hasFailed(key) ? 'waiting' : 'sending';
  return { key, about, survey, state, isInMemoryOnly: queue.store.isInMemoryOnly(key) };
}

let lastRead: Promise<void> = Promise.resolve();

/** Updates `delivery` in the store with what the signed-in user has on this phone. */
function showUnsent(): Promise<void> {
  lastRead = readUnsent();
  return lastRead;
}

/** Resolves once the store knows the signed-in user's unsent surveys. */
export const unsentRead = (): Promise<void> => lastRead;

async function readUnsent(): Promise<void> {
  reads += 1;
  const read = reads;
  const user = userIdIn(store.getState());
  const queue = user === undefined ? undefined : queueOf(user);
  const entries = (await queue?.entries()) ?? [];
  // Skip if a later read has started, or another user has signed in.
  if (read === reads && queue)
    updateSlice('delivery', { unsent: entries.map((entry) => toUnsentSurvey(queue, entry)) });
}

/** Sends the unsent surveys of all users of this phone: delivery needs no session. */
async function wakeAll(): Promise<void> {
  const owners = await vaultOwners(UNSENT).catch((error: unknown) => {
    console.info('The unsent surveys could not be listed', error);
    return [];
  });
  const users = new Set([...owners.map((owner) => owner.slice(UNSENT.length)), ...queues.keys()]);
  await Promise.all([...users].map((user) => queueOf(user).wake()));
}

/** Returns the ids of the events that ask for a survey, newest first. */
const surveyEvents = ({ events }: Store): string[] =>
  events.list.filter((event) => surveyOf(event) !== undefined).map(({ id }) => id);

function followSession(): void {
  let last: string | undefined | null = null;
  let events: Store['events']['list'] | undefined;
  const onState = (state: Store) => {
    const user = userIdIn(state);
    if (user !== last) {
      last = user;
      events = undefined;
      void showUnsent();
      reportReceipts();
      // Some may have waited for this person to get them a token.
      if (user !== undefined) void queueOf(user).wake();
    }
    if (user === undefined || state.events.list === events) return;
    events = state.events.list;
    void storeTokens(user, surveyEvents(state));
  };
  onState(store.getState());
  store.subscribe(onState);
}

/** Asks for confirmation before the page closes while a survey exists only in its memory. */
function warnBeforeLoss(event: BeforeUnloadEvent): void {
  if (store.getState().delivery.unsent.some(({ isInMemoryOnly }) => isInMemoryOnly)) event.preventDefault();
}

/**
 * Starts delivery: sends unsent surveys from earlier, and retries over time and when the page or the network is back.
 * Idempotent per page.
 */
export function startDelivery(): void {
  if (isStarted) return;
  isStarted = true;
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => void showUnsent();
  }
  const wake = () => {
    void wakeAll();
    reportReceipts();
  };
  window.addEventListener('online', wake);
  window.addEventListener('focus', wake);
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  window.addEventListener('beforeunload', warnBeforeLoss);
  followSession();
  wake();
}

function requireUserId(): string {
  const user = userIdIn(store.getState());
  if (user === undefined) throw new ApiFailure('rejected', 401, 'SIGNED_OUT', '');
  return user;
}

/** A survey with what is needed to deliver it once. */
export interface FinishedSurvey extends Survey {
  /** Idempotency key of these answers, the same for every attempt. */
  key: string;
  /** Id of the event that asked for it. */
  about: string;
  /** Receipt of the survey that this one corrects. */
  replaces?: string | undefined;
}

/**
 * Submits a finished survey for the signed-in user: stores it, then sends it.
 * @throws ApiFailure if the recorder refuses it (it stays stored then) or no user is signed in
 */
export async function sendSurvey(finished: FinishedSurvey): Promise<SurveyReceipt> {
  const user = requireUserId();
  const { key, about, survey, replaces } = finished;
  const queue = queueOf(user);
  const token = areTokensUsed() ? await takeToken(user, about) : undefined;
  const storedKey = await queue.put({
    key,
    about,
    survey,
    payload: payloadOf(finished),
    writtenAt: Date.now(),
    ...(replaces === undefined ? {} : { replaces }),
    ...(token === undefined ? {} : { token }),
  });
  // The survey is in the outbox now: a form that is reopened must not offer the same answers again.
  await forgetDraft(user, about);
  return queue.deliver(storedKey);
}

/** Tries to send all of the user's unsent surveys immediately. Returns whether all were sent. */
export async function sendNow(): Promise<boolean> {
  const queue = queueOf(requireUserId());
  await queue.wake({ all: true });
  return (await queue.entries()).length === 0;
}

export function discardUnsent(key: string): Promise<void> {
  return queueOf(requireUserId()).discard(key);
}

/** Deletes all of a user's unsent surveys and unreported receipts from the phone, after the user was asked. */
export async function forgetUnsent(user: string): Promise<void> {
  const queue = queueOf(user);
  const unreported = receiptsOf(user);
  queues.delete(user);
  receipts.delete(user);
  await Promise.all([queue.wipe(), unreported.wipe()]);
}
