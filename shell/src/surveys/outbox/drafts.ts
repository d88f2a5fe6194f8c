import { signedInUser, store } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import {
  createDraft,
  type DraftStorage,
  onDropDrafts,
  type Draft as StoredDraft,
  updateSlice,
  watchUnsent,
} from 'shared-ui/host';
import { findVault, openVault } from 'shared-ui/vault';
import { wipeDropped } from './outbox-store.ts';

/** Vault owner prefix of drafts. They are deleted with the session, unless it only expired. */
const DRAFTS = 'drafts/';

/** A partly filled-in form. */
export interface Draft {
  /**
   * Idempotency key for sending it. Stored with the answers, so that a form whose page crashed while sending counts
   * once, even if the user finds the draft and sends it again.
   */
  key: string;
  responses: SurveyAnswer[];
  /** Receipt of the survey that these answers correct. */
  replaces?: string;
}

type SurveyDraft = StoredDraft<Draft | null>;

let last: Promise<unknown> = Promise.resolve();

/** Runs storage operations in turn, so that an older text never overwrites a newer one. Logs errors. */
function inTurn<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  const done = last.then(work).catch((error: unknown) => {
    console.info('A draft could not be read or stored', error);
    return otherwise;
  });
  last = done;
  return done;
}

/** Returns a draft's storage in its user's vault. Changes made during a write are coalesced into one. */
function storageOf(user: string, about: string): DraftStorage<Draft | null> {
  let newest: Draft | null = null;
  let waiting: Promise<boolean> | undefined;
  const writeNewest = async () => {
    waiting = undefined;
    await (await openVault(DRAFTS + user)).put(about, newest);
    return true;
  };
  return {
    read: () => inTurn(async () => (await (await findVault(DRAFTS + user))?.get<Draft>(about)) ?? null, null),
    write: (draft) => {
      newest = draft;
      waiting ??= inTurn(writeNewest, false);
      return waiting;
    },
    clear: () => {
      // Later changes are written after the deletion, in a separate operation.
      waiting = undefined;
      return inTurn(async () => (await findVault(DRAFTS + user))?.delete(about), undefined);
    },
  };
}

/** Drafts loaded by this page, by user and subject. */
const known = new Map<string, Map<string, SurveyDraft>>();

function draftAt(user: string, about: string): SurveyDraft {
  const own = known.get(user) ?? new Map<string, SurveyDraft>();
  known.set(user, own);
  const draft = own.get(about) ?? createDraft<Draft | null>(null, { owner: user, storage: storageOf(user, about) });
  own.set(about, draft);
  return draft;
}

const signedInId = () => signedInUser(store.getState())?.id;

/** Updates the list of partly filled-in forms in the store. */
function updateDraftList(user: string): void {
  if (signedInId() !== user) return;
  const filled = [...(known.get(user) ?? [])].filter(([, draft]) => draft.get() !== null);
  updateSlice('delivery', { drafts: filled.map(([about]) => about) });
}

watchUnsent(() => [...(known.get(signedInId() ?? '')?.values() ?? [])].some((draft) => draft.isUnsent()));

onDropDrafts((isDropped) => {
  void inTurn(() => wipeDropped(DRAFTS, isDropped), undefined);
});

/** Returns what a user had typed about something, even on an earlier page. */
export async function draftOf(user: string, about: string): Promise<Draft | undefined> {
  await last;
  const draft = draftAt(user, about);
  await draft.restore();
  updateDraftList(user);
  return draft.get() ?? undefined;
}

/** Keeps the text typed so far. Resolves when it is stored, or can't be. */
export function keepDraft(user: string, about: string, draft: Draft): Promise<void> {
  const stored = draftAt(user, about).set(draft);
  updateDraftList(user);
  return stored;
}

/** Deletes the draft of a form that was sent. */
export function forgetDraft(user: string, about: string): Promise<void> {
  const deleted = draftAt(user, about).forget();
  updateDraftList(user);
  return deleted;
}

/** Deletes a draft that matches what is being sent, by key or by answers. */
export async function forgetSentDraft(user: string, about: string, sent: Draft): Promise<void> {
  const draft = await draftOf(user, about);
  if (!draft) return;
  const isSame = draft.key === sent.key || JSON.stringify(draft.responses) === JSON.stringify(sent.responses);
  if (isSame) await forgetDraft(user, about);
}
