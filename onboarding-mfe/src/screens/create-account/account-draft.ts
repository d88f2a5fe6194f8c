import { isObject } from 'shared-ui/contract';
import { createDraft, type DraftStorage } from 'shared-ui/forms';
import { tryStorage } from '../../session/tab-value.ts';
import {
  type Account,
  advance,
  type CreateEvent,
  type Details,
  isCreated,
  isDecided,
  NEW_ACCOUNT,
  STATES,
} from './account.ts';

/** Session storage key of an unfinished account. Everything but the password survives a reload. */
const KEY = 'create-account';

type Saved = Partial<Record<'state' | 'details' | 'agreed', unknown>>;

/** Returns the saved details; missing or non-text values become empty. */
function readDetails(saved: unknown): Details {
  const given = isObject(saved) ? saved : {};
  const entries = Object.entries(NEW_ACCOUNT.details).map(([key, empty]) => {
    const value = given[key];
    return [key, typeof value === 'string' ? value : empty];
  });
  return Object.fromEntries(entries) as Details;
}

function parse({ state, details, agreed }: Saved): Account {
  const ticked = isObject(agreed) ? agreed : {};
  return {
    ...NEW_ACCOUNT,
    state: STATES.find((known) => known === state) ?? NEW_ACCOUNT.state,
    details: readDetails(details),
    agreed: { nda: ticked.nda === true, terms: ticked.terms === true },
  };
}

const clear = () => tryStorage(() => sessionStorage.removeItem(KEY), undefined);

/** Stores everything but the passwords. Returns whether a reload would lose nothing. */
function write({ state, details, agreed, passwords }: Account): boolean {
  if (isCreated(state)) {
    clear();
    return true;
  }
  return tryStorage(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ state, details, agreed }));
    return passwords.password === '' && passwords.confirmPassword === '';
  }, false);
}

const storage: DraftStorage<Account> = {
  read: () =>
    tryStorage(() => {
      const saved: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      return isObject(saved) ? advance(parse(saved), 'RELOADED') : null;
    }, null),
  write,
  clear,
};

/**
 * Creates the account draft as a freshly loaded page does. Its owner is a visitor: signed-in users create no accounts.
 */
export const createAccountDraft = () => createDraft<Account>(NEW_ACCOUNT, { owner: null, storage });

/** Account draft of this visit. */
export const accountDraft = createAccountDraft();

/** Applies an event to the account of this visit. `STARTED_OVER` clears the draft. */
export function dispatch(event: CreateEvent): void {
  if (event === 'STARTED_OVER') void accountDraft.forget();
  else void accountDraft.set(advance(accountDraft.get(), event));
}

/** Clears an account that was already decided, so that a visitor who returns starts over. */
export function clearDecidedAccount(): void {
  if (isDecided(accountDraft.get().state)) void accountDraft.forget();
}
