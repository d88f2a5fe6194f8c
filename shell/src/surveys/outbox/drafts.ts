import { store } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import { patch } from 'shared-ui/host';
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
}

/** What was typed on this page, by user and by what it is about: at hand at once when a form is drawn again. */
const typed = new Map<string, Map<string, Draft>>();

const typedBy = (user: string): Map<string, Draft> => {
  const own = typed.get(user) ?? new Map();
  typed.set(user, own);
  return own;
};

/** Tells the store which forms are half filled in. */
function show(user: string): void {
  const { me } = store.getState().session;
  if (me?.scope === 'full' && me.id === user) patch('delivery', { drafts: [...typedBy(user).keys()] });
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that an older text never overtakes a newer one. Failing, a draft lives in memory only. */
function inTurn(work: () => Promise<unknown>): Promise<void> {
  const done = last.then(work).catch((error: unknown) => console.info('The drafts stay in memory', error));
  last = done;
  return done.then(() => undefined);
}

/** Brings what lies in the vault in line with what was typed. */
async function settle(user: string, about: string): Promise<void> {
  const draft = typed.get(user)?.get(about);
  if (draft) await (await openVault(DRAFTS + user)).put(about, draft);
  else await (await findVault(DRAFTS + user))?.delete(about);
}

/** What a person had typed about something before they left it, also before the page was closed. */
export async function draftOf(user: string, about: string): Promise<Draft | undefined> {
  await last;
  const own = typedBy(user);
  const here = own.get(about);
  if (here) return here;
  try {
    const kept = await (await findVault(DRAFTS + user))?.get<Draft>(about);
    if (kept && !own.has(about)) own.set(about, kept);
    show(user);
  } catch (error) {
    console.info('The drafts could not be read', error);
  }
  return own.get(about);
}

/** Keeps what is typed so far. Resolves when it is on the phone, too, or can't be. */
export function keepDraft(user: string, about: string, draft: Draft): Promise<void> {
  typedBy(user).set(about, draft);
  show(user);
  return inTurn(() => settle(user, about));
}

/** The form was sent: its draft is of no use any more. */
export function forgetDraft(user: string, about: string): Promise<void> {
  typedBy(user).delete(about);
  show(user);
  return inTurn(() => settle(user, about));
}

/** Forgets a draft where it is what is being sent: by its key, or by its answers. */
export async function forgetSentDraft(user: string, about: string, sent: Draft): Promise<void> {
  const draft = await draftOf(user, about);
  if (!draft) return;
  const isSame = draft.key === sent.key || JSON.stringify(draft.responses) === JSON.stringify(sent.responses);
  if (isSame) await forgetDraft(user, about);
}

/** Takes everybody's drafts away except those of `user`. */
export function wipeDrafts(except?: string): Promise<void> {
  for (const user of typed.keys()) if (user !== except) typed.delete(user);
  return inTurn(async () => {
    for (const owner of await vaultOwners(DRAFTS)) if (owner !== DRAFTS + except) await wipeVault(owner);
  });
}
