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
export const isMade = (state: CreateState) => state === 'ACCOUNT_CREATED' || state === 'ACCOUNT_DENIED';

/** Returns whether the server has decided, so that nothing more can be filled in. */
export const isDecided = (state: CreateState) => isMade(state) || state === 'ACCOUNT_ALREADY_EXISTS';
