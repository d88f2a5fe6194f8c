/** The states of creating an account (docs/product-rules.md#create-account). */
export type CreateState =
  | 'CREATE_ACCOUNT'
  | 'SET_PASSWORD'
  | 'NDA'
  | 'ACCOUNT_CREATED'
  | 'ACCOUNT_DENIED'
  | 'ACCOUNT_ALREADY_EXISTS';

/**
 * What can happen.
 * - `DETAILS_SAVED`: the first step is right; `DETAILS_SAVED_AGAIN` when a password is saved already.
 * - `PASSWORD_SAVED`: the second step is right.
 * - `BACK`: the person goes a step back.
 * - `APPROVED`, `HELD`: the server made the account, with hospitalStatusId 1 or any other.
 * - `REJECTED`: the server said no. `NOT_REACHED`: the call failed on its way, so there is no answer.
 * - `RELOADED`: the page was loaded anew, and the password, which lives in memory only, is gone.
 * - `OTHER_EMAIL`: the person wants to try another e-mail. `STARTED_OVER`: they leave the flow.
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

/** The state that an event leads to; an event that means nothing in a state leaves it as it is. */
export function nextState(state: CreateState, event: CreateEvent): CreateState {
  return TABLE[state][event] ?? state;
}

/** All states, in the order in which they can come. */
export const STATES = Object.keys(TABLE) as CreateState[];

/** The server has made the account. */
export const isMade = (state: CreateState) => state === 'ACCOUNT_CREATED' || state === 'ACCOUNT_DENIED';

/** The server has decided: nothing is left to fill in. */
export const isDecided = (state: CreateState) => isMade(state) || state === 'ACCOUNT_ALREADY_EXISTS';
