import type { Registration } from 'mock-api/contract';
import { isObject } from 'shared-ui/contract';
import { createDraft, type DraftStorage } from 'shared-ui/forms';
import { type Agreed, NOTHING_AGREED } from '../../components/fields/Agreements.tsx';
import { NO_PASSWORDS, type Passwords } from '../../components/fields/password.tsx';
import { DEFAULT_COUNTRY, dialCode } from '../../components/fields/phone.tsx';
import { tryStorage } from '../../session/tab-value.ts';

/** The states of creating an account (docs/product-rules.md#create-account). */
export type CreateState =
  | 'CREATE_ACCOUNT'
  | 'SET_PASSWORD'
  | 'NDA'
  | 'ACCOUNT_CREATED'
  | 'ACCOUNT_DENIED'
  | 'ACCOUNT_ALREADY_EXISTS';

/**
 * Events of the state machine.
 * - `DETAILS_SAVED`: the first step is valid; `DETAILS_SAVED_AGAIN` if a password is already saved.
 * - `PASSWORD_SAVED`: the second step is valid.
 * - `BACK`: the user goes back one step.
 * - `APPROVED`, `HELD`: the server created the account, with hospitalStatusId 1 or any other.
 * - `REJECTED`: the server refused. `NOT_REACHED`: no response arrived, or the user can correct the refused input.
 * - `RELOADED`: the page was reloaded, which loses the password (kept in memory only).
 * - `OTHER_EMAIL`: the user wants to try another email. `STARTED_OVER`: the user leaves the flow.
 */
export type CreateEvent =
  | 'DETAILS_SAVED'
  | 'DETAILS_SAVED_AGAIN'
  | 'PASSWORD_SAVED'
  | 'BACK'
  | 'APPROVED'
  | 'HELD'
  | 'REJECTED'
  | 'NOT_REACHED'
  | 'RELOADED'
  | 'OTHER_EMAIL'
  | 'STARTED_OVER';

const TABLE: Record<CreateState, Partial<Record<CreateEvent, CreateState>>> = {
  CREATE_ACCOUNT: { DETAILS_SAVED: 'SET_PASSWORD', DETAILS_SAVED_AGAIN: 'NDA' },
  SET_PASSWORD: { PASSWORD_SAVED: 'NDA', BACK: 'CREATE_ACCOUNT', STARTED_OVER: 'CREATE_ACCOUNT' },
  NDA: {
    BACK: 'SET_PASSWORD',
    APPROVED: 'ACCOUNT_CREATED',
    HELD: 'ACCOUNT_DENIED',
    REJECTED: 'ACCOUNT_ALREADY_EXISTS',
    NOT_REACHED: 'NDA',
    RELOADED: 'SET_PASSWORD',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
  ACCOUNT_CREATED: { RELOADED: 'CREATE_ACCOUNT', STARTED_OVER: 'CREATE_ACCOUNT' },
  ACCOUNT_DENIED: { RELOADED: 'CREATE_ACCOUNT', STARTED_OVER: 'CREATE_ACCOUNT' },
  ACCOUNT_ALREADY_EXISTS: {
    OTHER_EMAIL: 'CREATE_ACCOUNT',
    RELOADED: 'CREATE_ACCOUNT',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
};

/** Returns the state that an event leads to. An event without a transition keeps the state. */
export function nextState(state: CreateState, event: CreateEvent): CreateState {
  return TABLE[state][event] ?? state;
}

/** All states, in the order in which they can occur. */
export const STATES = Object.keys(TABLE) as CreateState[];

/** Returns whether the server has created the account. */
export const isCreated = (state: CreateState) => state === 'ACCOUNT_CREATED' || state === 'ACCOUNT_DENIED';

/** Returns whether the server has decided, so that nothing more can be filled in. */
export const isDecided = (state: CreateState) => isCreated(state) || state === 'ACCOUNT_ALREADY_EXISTS';

export interface Details {
  firstName: string;
  lastName: string;
  email: string;
  organization: string;
  /** ISO 3166-1 alpha-2 code of the phone's country. */
  country: string;
  /** National number, digits only. */
  phone: string;
}

/** An account that is being created. */
export interface Account {
  state: CreateState;
  details: Details;
  passwords: Passwords;
  /** Whether the current passwords have passed the password step. */
  isPasswordSaved: boolean;
  agreed: Agreed;
  /** Name of the person whose invitation is stored until the account is approved; null without one. */
  inviter: string | null;
  /** Whether only the email says what happened: the server doesn't reveal whether the address had an account. */
  isByEmail: boolean;
}

export const NEW_ACCOUNT: Account = {
  state: 'CREATE_ACCOUNT',
  details: { firstName: '', lastName: '', email: '', organization: '', country: DEFAULT_COUNTRY, phone: '' },
  passwords: NO_PASSWORDS,
  isPasswordSaved: false,
  agreed: NOTHING_AGREED,
  inviter: null,
  isByEmail: false,
};

/** Returns the account after an event. Once it is created, only what the last screen shows is kept. */
export function advance(account: Account, event: CreateEvent): Account {
  if (event === 'STARTED_OVER') return NEW_ACCOUNT;
  const state = nextState(account.state, event);
  if (isCreated(state)) {
    const { inviter, isByEmail } = account;
    const details = { ...NEW_ACCOUNT.details, email: account.details.email };
    return { ...NEW_ACCOUNT, state, details, inviter, isByEmail };
  }
  return { ...account, state, isPasswordSaved: account.isPasswordSaved || event === 'PASSWORD_SAVED' };
}

/** Returns the account with the passwords as entered. Changed passwords must pass the password step again. */
export function withPasswords(account: Account, passwords: Passwords): Account {
  const { password, confirmPassword } = account.passwords;
  const isSame = passwords.password === password && passwords.confirmPassword === confirmPassword;
  return isSame ? account : { ...account, passwords, isPasswordSaved: false };
}

/**
 * Returns the body of the registration call; the phone number is dial code plus digits (docs/product-rules.md#calls).
 */
export function asRegistration({ details, passwords }: Account): Registration {
  const { country, phone, ...rest } = details;
  const trimmed = Object.entries(rest).map(([key, value]) => [key, value.trim()]);
  return {
    ...(Object.fromEntries(trimmed) as typeof rest),
    phoneNumber: `+${dialCode(country)}${phone}`,
    ...passwords,
  };
}

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
