import { createDraft, type DraftStorage } from 'shared-ui/forms';
import { type Account, advance, type Details, NEW_ACCOUNT } from './account.ts';
import { type CreateEvent, isDecided, isMade, STATES } from './machine.ts';

/** Where this tab keeps an unfinished account over a reload: all but the password. */
const KEY = 'create-account';

type Saved = Partial<Record<'state' | 'details' | 'agreed', unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The saved details; what is missing or no text is empty. */
function readDetails(saved: unknown): Details {
  const given = isRecord(saved) ? saved : {};
  const entries = Object.entries(NEW_ACCOUNT.details).map(([key, empty]) => {
    const value = given[key];
    return [key, typeof value === 'string' ? value : empty];
  });
  return Object.fromEntries(entries) as Details;
}

function parse({ state, details, agreed }: Saved): Account {
  const ticked = isRecord(agreed) ? agreed : {};
  return {
    ...NEW_ACCOUNT,
    state: STATES.find((known) => known === state) ?? NEW_ACCOUNT.state,
    details: readDetails(details),
    agreed: { nda: ticked.nda === true, terms: ticked.terms === true },
  };
}

/** A browser that forbids storage, or something else that was written there, means starting with nothing. */
function guarded<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    console.info('A reload will lose the unfinished account', error);
    return otherwise;
  }
}

const clear = () => guarded(() => sessionStorage.removeItem(KEY), undefined);

/** Stores all but the passwords; where there are some, a reload would lose them. */
function write({ state, details, agreed, passwords }: Account): boolean {
  if (isMade(state)) {
    clear();
    return true;
  }
  return guarded(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ state, details, agreed }));
    return passwords.password === '' && passwords.confirmPassword === '';
  }, false);
}

const storage: DraftStorage<Account> = {
  read: () =>
    guarded(() => {
      const saved: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      return isRecord(saved) ? advance(parse(saved), 'RELOADED') : null;
    }, null),
  write,
  clear,
};

/** The account as a freshly loaded page finds it: a visitor's, since no signed-in user makes one. */
export const openAccountDraft = () => createDraft<Account>(NEW_ACCOUNT, { owner: null, storage });

/** The account of this visit. */
export const accountDraft = openAccountDraft();

/** Lets something happen to the account of this visit; what starts over leaves nothing behind. */
export function dispatch(event: CreateEvent): void {
  if (event === 'STARTED_OVER') void accountDraft.forget();
  else void accountDraft.set(advance(accountDraft.get(), event));
}

/** Begins anew where a visitor comes back to an account that was decided about. */
export function forgetDecided(): void {
  if (isDecided(accountDraft.get().state)) void accountDraft.forget();
}
