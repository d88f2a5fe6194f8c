import {
  type Account,
  advance,
  asRegistration,
  type CreateEvent,
  type CreateState,
  isCreated,
  isDecided,
  NEW_ACCOUNT,
  nextState,
  STATES,
  withPasswords,
} from './account.ts';
import { accountDraft, clearDecidedAccount, createAccountDraft, dispatch } from './account-draft.ts';

/** Expected next state for every state and event. An event without a transition keeps the state. */
const EXPECTED: Record<CreateState, Record<CreateEvent, CreateState>> = {
  CREATE_ACCOUNT: {
    DETAILS_SAVED: 'SET_PASSWORD',
    DETAILS_SAVED_AGAIN: 'NDA',
    PASSWORD_SAVED: 'CREATE_ACCOUNT',
    BACK: 'CREATE_ACCOUNT',
    APPROVED: 'CREATE_ACCOUNT',
    HELD: 'CREATE_ACCOUNT',
    REJECTED: 'CREATE_ACCOUNT',
    NOT_REACHED: 'CREATE_ACCOUNT',
    RELOADED: 'CREATE_ACCOUNT',
    OTHER_EMAIL: 'CREATE_ACCOUNT',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
  SET_PASSWORD: {
    DETAILS_SAVED: 'SET_PASSWORD',
    DETAILS_SAVED_AGAIN: 'SET_PASSWORD',
    PASSWORD_SAVED: 'NDA',
    BACK: 'CREATE_ACCOUNT',
    APPROVED: 'SET_PASSWORD',
    HELD: 'SET_PASSWORD',
    REJECTED: 'SET_PASSWORD',
    NOT_REACHED: 'SET_PASSWORD',
    RELOADED: 'SET_PASSWORD',
    OTHER_EMAIL: 'SET_PASSWORD',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
  NDA: {
    DETAILS_SAVED: 'NDA',
    DETAILS_SAVED_AGAIN: 'NDA',
    PASSWORD_SAVED: 'NDA',
    BACK: 'SET_PASSWORD',
    APPROVED: 'ACCOUNT_CREATED',
    HELD: 'ACCOUNT_DENIED',
    REJECTED: 'ACCOUNT_ALREADY_EXISTS',
    NOT_REACHED: 'NDA',
    RELOADED: 'SET_PASSWORD',
    OTHER_EMAIL: 'NDA',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
  ACCOUNT_CREATED: {
    DETAILS_SAVED: 'ACCOUNT_CREATED',
    DETAILS_SAVED_AGAIN: 'ACCOUNT_CREATED',
    PASSWORD_SAVED: 'ACCOUNT_CREATED',
    BACK: 'ACCOUNT_CREATED',
    APPROVED: 'ACCOUNT_CREATED',
    HELD: 'ACCOUNT_CREATED',
    REJECTED: 'ACCOUNT_CREATED',
    NOT_REACHED: 'ACCOUNT_CREATED',
    RELOADED: 'CREATE_ACCOUNT',
    OTHER_EMAIL: 'ACCOUNT_CREATED',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
  ACCOUNT_DENIED: {
    DETAILS_SAVED: 'ACCOUNT_DENIED',
    DETAILS_SAVED_AGAIN: 'ACCOUNT_DENIED',
    PASSWORD_SAVED: 'ACCOUNT_DENIED',
    BACK: 'ACCOUNT_DENIED',
    APPROVED: 'ACCOUNT_DENIED',
    HELD: 'ACCOUNT_DENIED',
    REJECTED: 'ACCOUNT_DENIED',
    NOT_REACHED: 'ACCOUNT_DENIED',
    RELOADED: 'CREATE_ACCOUNT',
    OTHER_EMAIL: 'ACCOUNT_DENIED',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
  ACCOUNT_ALREADY_EXISTS: {
    DETAILS_SAVED: 'ACCOUNT_ALREADY_EXISTS',
    DETAILS_SAVED_AGAIN: 'ACCOUNT_ALREADY_EXISTS',
    PASSWORD_SAVED: 'ACCOUNT_ALREADY_EXISTS',
    BACK: 'ACCOUNT_ALREADY_EXISTS',
    APPROVED: 'ACCOUNT_ALREADY_EXISTS',
    HELD: 'ACCOUNT_ALREADY_EXISTS',
    REJECTED: 'ACCOUNT_ALREADY_EXISTS',
    NOT_REACHED: 'ACCOUNT_ALREADY_EXISTS',
    RELOADED: 'CREATE_ACCOUNT',
    OTHER_EMAIL: 'CREATE_ACCOUNT',
    STARTED_OVER: 'CREATE_ACCOUNT',
  },
};

/** The type of the table ensures that all events are listed. */
const EVENTS = Object.keys(EXPECTED.CREATE_ACCOUNT) as CreateEvent[];

const everyPair = STATES.flatMap((state) => EVENTS.map((event) => [state, event, EXPECTED[state][event]] as const));

test('STATES lists the six states of the product rules', () => {
  expect(STATES).toEqual(Object.keys(EXPECTED));
  expect(everyPair).toHaveLength(66);
});

test.each(everyPair)('%s + %s -> %s', (state, event, expected) => {
  expect(nextState(state, event)).toBe(expected);
});

test('isCreated is true for two states, isDecided for three', () => {
  expect(STATES.filter(isCreated)).toEqual(['ACCOUNT_CREATED', 'ACCOUNT_DENIED']);
  expect(STATES.filter(isDecided)).toEqual(['ACCOUNT_CREATED', 'ACCOUNT_DENIED', 'ACCOUNT_ALREADY_EXISTS']);
});

const filled: Account = {
  ...NEW_ACCOUNT,
  state: 'NDA',
  details: {
    firstName: ' Ada ',
    lastName: 'Love',
    email: ' ada@example.org ',
    organization: 'Northside',
    country: 'FR',
    phone: '0612345678',
  },
  passwords: { password: 'Good-pass1', confirmPassword: 'Good-pass1' },
  isPasswordSaved: true,
  agreed: { nda: true, terms: false },
};

beforeEach(() => accountDraft.forget());

test('asRegistration returns the fields of the product rules, with the dial code in the phone number', () => {
  expect(asRegistration(filled)).toEqual({
    firstName: 'Ada',
    lastName: 'Love',
    email: 'ada@example.org',
    organization: 'Northside',
    phoneNumber: '+330612345678',
    password: 'Good-pass1',
    confirmPassword: 'Good-pass1',
  });
});

test.each(['APPROVED', 'HELD'] as const)('%s keeps only the email', (event) => {
  const made = advance(filled, event);
  expect(made.details).toEqual({ ...NEW_ACCOUNT.details, email: ' ada@example.org ' });
  expect(made.passwords).toEqual(NEW_ACCOUNT.passwords);
});

test('REJECTED keeps everything, so that only the email has to be changed', () => {
  expect(advance(filled, 'REJECTED')).toEqual({ ...filled, state: 'ACCOUNT_ALREADY_EXISTS' });
});

test('withPasswords requires the password step again only when the password changed', () => {
  expect(withPasswords(filled, { ...filled.passwords })).toBe(filled);
  expect(withPasswords(filled, { ...filled.passwords, password: 'Other-pass1' }).isPasswordSaved).toBe(false);
});

test('createAccountDraft keeps details and ticks over a reload, and asks for the password again', () => {
  accountDraft.set(filled);
  expect(sessionStorage.getItem('create-account')).not.toContain('Good-pass1');
  expect(createAccountDraft().get()).toEqual({
    ...filled,
    state: 'SET_PASSWORD',
    passwords: NEW_ACCOUNT.passwords,
    isPasswordSaved: false,
  });
});

test.each(['not json', 'null', '7', '{"state":"SOMEWHERE","details":7}'])(
  'createAccountDraft starts a new account when storage holds %s',
  (saved) => {
    sessionStorage.setItem('create-account', saved);
    expect(createAccountDraft().get()).toEqual(NEW_ACCOUNT);
  },
);

test('account draft is cleared once the account is created or the user leaves', () => {
  accountDraft.set(filled);
  dispatch('APPROVED');
  expect(sessionStorage.getItem('create-account')).toBeNull();
  accountDraft.set(filled);
  dispatch('STARTED_OVER');
  expect(sessionStorage.getItem('create-account')).toBeNull();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
});

test('clearDecidedAccount clears a decided account and keeps any other', () => {
  accountDraft.set(filled);
  clearDecidedAccount();
  expect(accountDraft.get()).toBe(filled);
  dispatch('REJECTED');
  clearDecidedAccount();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
});

test('account draft works when the browser forbids storage', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Forbidden');
  });
  accountDraft.set(filled);
  expect(accountDraft.get()).toBe(filled);
});
