import { ApiFailure, type Store, store } from 'shared-ui';
import type { SurveyReceipt } from 'shared-ui/contract';
import { type UnsentSurvey, updateSlice } from 'shared-ui/host';
import { vaultOwners } from 'shared-ui/vault';
import { type Draft, forgetDraft, forgetSentDraft, keepDraft } from './drafts.ts';
import { type OutboxEntry, UNSENT } from './outbox-store.ts';
import { payloadOf, type Survey } from './post.ts';
import { Queue } from './queue.ts';
import { Receipts } from './receipts.ts';
import { keepSent } from './sent.ts';

/** How the tabs of one browser tell each other that something was added or sent. */
const CHANNEL = 'lodestar-delivery';

const queues = new Map<string, Queue>();
const receipts = new Map<string, Receipts>();
let channel: BroadcastChannel | undefined;
let isStarted = false;
let reads = 0;

const userIn = ({ session }: Store): string | undefined => (session.me?.scope === 'full' ? session.me.id : undefined);

/** Receipts are reported in the name of who got them, so only while they are signed in. */
function receiptsOf(user: string): Receipts {
  const known = receipts.get(user) ?? new Receipts(user, () => userIn(store.getState()) === user);
  receipts.set(user, known);
  return known;
}

function reportReceipts(): void {
  const user = userIn(store.getState());
  if (user !== undefined) void receiptsOf(user).report();
}

const draftFrom = ({ key, payload, replaces }: OutboxEntry): Draft => ({
  key,
  responses: payload.Responses,
  ...(replaces === undefined ? {} : { replaces }),
});

/** The recorder has a survey: the API hears of it, and its person finds it sent where they open it again. */
async function noteReceived(user: string, { survey, about, payload, replaces }: OutboxEntry, receiptId: string) {
  const sentAt = new Date().toISOString();
  // Who has signed out meanwhile leaves no answers on the phone.
  const isHere = userIn(store.getState()) === user;
  if (isHere) await keepSent(user, about, { receiptId, sentAt, responses: payload.Responses });
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
    // A page that died after it wrote the survey may have left the same answers in the form: they must not go twice.
    sending: (entry) => forgetSentDraft(user, entry.about, draftFrom(entry)),
    refused: (entry) => keepDraft(user, entry.about, draftFrom(entry)),
    received: (entry, receiptId) => noteReceived(user, entry, receiptId),
  });
  queues.set(user, queue);
  return queue;
}

function shown(queue: Queue, { key, about, survey, refused }: OutboxEntry): UnsentSurvey {
  const state = refused ? 'refused' : queue.hasFailed(key) ? 'waiting' : 'sending';
  return { key, about, survey, state, isInMemoryOnly: queue.store.isInMemoryOnly(key) };
}

let shownLast: Promise<void> = Promise.resolve();

/** Brings `delivery` in the store in line with what the signed-in person has on this phone. */
function showUnsent(): Promise<void> {
  shownLast = readUnsent();
  return shownLast;
}

/** Resolves once the store knows what the signed-in person has left to send. */
export const unsentRead = (): Promise<void> => shownLast;

async function readUnsent(): Promise<void> {
  reads += 1;
  const read = reads;
  const user = userIn(store.getState());
  const queue = user === undefined ? undefined : queueOf(user);
  const entries = (await queue?.store.all()) ?? [];
  // A later look knows better, and so does one after another user signed in.
  if (read === reads && queue) updateSlice('delivery', { unsent: entries.map((entry) => shown(queue, entry)) });
}

/** Sends what all users of this phone have left to send: a survey needs no session to arrive. */
async function wakeAll(): Promise<void> {
  const owners = await vaultOwners(UNSENT).catch((error: unknown) => {
    console.info('The unsent surveys could not be looked for', error);
    return [];
  });
  const users = new Set([...owners.map((owner) => owner.slice(UNSENT.length)), ...queues.keys()]);
  await Promise.all([...users].map((user) => queueOf(user).wake()));
}

function followSession(): void {
  let last: string | undefined | null = null;
  const look = (state: Store) => {
    const user = userIn(state);
    if (user !== last) {
      last = user;
      void showUnsent();
      reportReceipts();
    }
  };
  look(store.getState());
  store.subscribe(look);
}

/** Asks before the page is closed while it is the only place where a survey lies. */
function warnBeforeLoss(event: BeforeUnloadEvent): void {
  if (store.getState().delivery.unsent.some(({ isInMemoryOnly }) => isInMemoryOnly)) event.preventDefault();
}

/**
 * Starts delivery: sends what is left from earlier, and tries again whenever there is reason to hope (the page comes
 * back, the network does) and as time passes. Once a page.
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

function signedIn(): string {
  const user = userIn(store.getState());
  if (user === undefined) throw new ApiFailure('rejected', 401, 'SIGNED_OUT', '');
  return user;
}

/** A survey with what it needs to be delivered once. */
export interface FinishedSurvey extends Survey {
  /** One key for one set of answers to one form, kept for every try. */
  key: string;
  /** Id of the event that asked for it. */
  about: string;
  /** Receipt of the survey that it corrects. */
  replaces?: string | undefined;
}

/**
 * Hands in a finished survey for the person who is signed in: written down first, then sent. Throws ApiFailure when the
 * recorder refuses it (it is kept aside then) or no user is signed in.
 */
export async function sendSurvey(finished: FinishedSurvey): Promise<SurveyReceipt> {
  const user = signedIn();
  const { key, about, survey, replaces } = finished;
  const queue = queueOf(user);
  const written = await queue.put({
    key,
    about,
    survey,
    payload: payloadOf(finished),
    writtenAt: Date.now(),
    ...(replaces === undefined ? {} : { replaces }),
  });
  // From here on it is on its way: a form that is opened again must not offer the same answers once more.
  await forgetDraft(user, about);
  return queue.deliver(written);
}

/** Tries at once to send everything that this person has left to send. Returns whether nothing is left. */
export async function sendNow(): Promise<boolean> {
  const queue = queueOf(signedIn());
  await queue.wake({ all: true });
  return (await queue.store.all()).length === 0;
}

/** Discards one survey, because the person says so. */
export function discardUnsent(key: string): Promise<void> {
  return queueOf(signedIn()).discard(key);
}

/** Takes everything that a person has left to send, or to report, off the phone: after they were asked. */
export async function forgetUnsent(user: string): Promise<void> {
  const queue = queueOf(user);
  const untold = receiptsOf(user);
  queues.delete(user);
  receipts.delete(user);
  await Promise.all([queue.wipe(), untold.wipe()]);
}
