import { store } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import {
  createDraft,
  type DraftStorage,
  type Draft as KeptDraft,
  onDropDrafts,
  updateSlice,
  watchUnsent,
} from 'shared-ui/host';
import { findVault, openVault, vaultOwners, wipeVault } from 'shared-ui/vault';

/** Owners of half-filled forms in the vault. They go with the session, unless that only ran out. */
const DRAFTS = 'drafts/';

/** A form that was left half filled in. */
export interface Draft {
  /**
   * The key that it will be sent under. It lies with the answers, so that a form whose page died in the moment of sending
   * counts once, also when the person finds it again and sends it once more.
   */
  key: string;
  responses: SurveyAnswer[];
  /** Receipt of what was sent before, which these answers correct. */
  replaces?: string;
}

type SurveyDraft = KeptDraft<Draft | null>;

let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that an older text never overtakes a newer one. Failing, a draft lives in memory only. */
function inTurn<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  const done = last.then(work).catch((error: unknown) => {
    console.info('The drafts stay in memory', error);
    return otherwise;
  });
  last = done;
  return done;
}

/** A draft's place in the vault of its user. Of the texts that come while it is written, only the last is written next. */
function boxOf(user: string, about: string): DraftStorage<Draft | null> {
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
      // What is typed from now on is written after that, in a turn of its own.
      waiting = undefined;
      return inTurn(async () => (await findVault(DRAFTS + user))?.delete(about), undefined);
    },
  };
}

/** The drafts that this page knows, by user and by what they are about. */
const known = new Map<string, Map<string, SurveyDraft>>();

function draftAt(user: string, about: string): SurveyDraft {
  const own = known.get(user) ?? new Map<string, SurveyDraft>();
  known.set(user, own);
  const draft = own.get(about) ?? createDraft<Draft | null>(null, { owner: user, storage: boxOf(user, about) });
  own.set(about, draft);
  return draft;
}

const signedIn = () => {
  const { me } = store.getState().session;
  return me?.scope === 'full' ? me.id : undefined;
};

/** Tells the store which forms are half filled in. */
function show(user: string): void {
  if (signedIn() !== user) return;
  const filled = [...(known.get(user) ?? [])].filter(([, draft]) => draft.get() !== null);
  updateSlice('delivery', { drafts: filled.map(([about]) => about) });
}

watchUnsent(() => [...(known.get(signedIn() ?? '')?.values() ?? [])].some((draft) => draft.isUnsent()));

onDropDrafts((goes) => {
  void inTurn(async () => {
    for (const owner of await vaultOwners(DRAFTS)) if (goes(owner.slice(DRAFTS.length))) await wipeVault(owner);
  }, undefined);
});

/** What a person had typed about something before they left it, also before the page was closed. */
export async function draftOf(user: string, about: string): Promise<Draft | undefined> {
  await last;
  const draft = draftAt(user, about);
  await draft.restore();
  show(user);
  return draft.get() ?? undefined;
}

/** Keeps what is typed so far. Resolves when it is on the phone, too, or can't be. */
export function keepDraft(user: string, about: string, draft: Draft): Promise<void> {
  const kept = draftAt(user, about).set(draft);
  show(user);
  return kept;
}

/** The form was sent: its draft is of no use any more. */
export function forgetDraft(user: string, about: string): Promise<void> {
  const forgotten = draftAt(user, about).forget();
  show(user);
  return forgotten;
}

/** Forgets a draft where it is what is being sent: by its key, or by its answers. */
export async function forgetSentDraft(user: string, about: string, sent: Draft): Promise<void> {
  const draft = await draftOf(user, about);
  if (!draft) return;
  const isSame = draft.key === sent.key || JSON.stringify(draft.responses) === JSON.stringify(sent.responses);
  if (isSame) await forgetDraft(user, about);
}
