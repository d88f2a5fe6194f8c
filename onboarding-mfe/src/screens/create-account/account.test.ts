import {
  type Account,
  accountDraft,
  advance,
  asRegistration,
  type CreateEvent,
  type CreateState,
  clearDecidedAccount,
  createAccountDraft,
  dispatch,
  isCreated,
  isDecided,
  NEW_ACCOUNT,
  nextState,
  STATES,
  withPasswords,
} from './account.ts';

/** Expected transitions. Any other event keeps the state. */
const TRANSITIONS: Partial<Record<`${CreateState} ${CreateEvent}`, CreateState>> = {
  'CREATE_ACCOUNT DETAILS_SAVED': 'SET_PASSWORD',
  'CREATE_ACCOUNT DETAILS_SAVED_AGAIN': 'NDA',
  'SET_PASSWORD PASSWORD_SAVED': 'NDA',
  'SET_PASSWORD BACK': 'CREATE_ACCOUNT',
  'SET_PASSWORD STARTED_OVER': 'CREATE_ACCOUNT',
  'NDA BACK': 'SET_PASSWORD',
  'NDA APPROVED': 'ACCOUNT_CREATED',
  'NDA HELD': 'ACCOUNT_DENIED',
  'NDA REJECTED': 'ACCOUNT_ALREADY_EXISTS',
  'NDA RELOADED': 'SET_PASSWORD',
  'NDA STARTED_OVER': 'CREATE_ACCOUNT',
  'ACCOUNT_CREATED RELOADED': 'CREATE_ACCOUNT',
  'ACCOUNT_CREATED STARTED_OVER': 'CREATE_ACCOUNT',
  'ACCOUNT_DENIED RELOADED': 'CREATE_ACCOUNT',
  'ACCOUNT_DENIED STARTED_OVER': 'CREATE_ACCOUNT',
  'ACCOUNT_ALREADY_EXISTS OTHER_EMAIL': 'CREATE_ACCOUNT',
  'ACCOUNT_ALREADY_EXISTS RELOADED': 'CREATE_ACCOUNT',
  'ACCOUNT_ALREADY_EXISTS STARTED_OVER': 'CREATE_ACCOUNT',
};

const USER_EVENTS: CreateEvent[] = ['DETAILS_SAVED', 'DETAILS_SAVED_AGAIN', 'PASSWORD_SAVED', 'BACK', 'OTHER_EMAIL'];
const SERVER_EVENTS: CreateEvent[] = ['APPROVED', 'HELD', 'REJECTED', 'NOT_REACHED'];
const EVENTS: CreateEvent[] = [...USER_EVENTS, ...SERVER_EVENTS, 'RELOADED', 'STARTED_OVER'];
const everyPair = STATES.flatMap((state) =>
  EVENTS.map((event) => [state, event, TRANSITIONS[`${state} ${event}`] ?? state] as const),
);

test.each(everyPair)('%s + %s -> %s', (state, event, expected) => {
  expect(nextState(state, event)).toBe(expected);
});

test('STATES has six states, of which isCreated is true for two, isDecided for three', () => {
  expect(STATES.slice(0, 3)).toEqual(['CREATE_ACCOUNT', 'SET_PASSWORD', 'NDA']);
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
  passwords: { password: 'Good-river-pass1', confirmPassword: 'Good-river-pass1' },
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
    password: 'Good-river-pass1',
    confirmPassword: 'Good-river-pass1',
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

test('createAccountDraft keeps details and ticks over a reload, asks for the password again, and ignores broken data', () => {
  accountDraft.set(filled);
  expect(sessionStorage.getItem('create-account')).not.toContain('Good-river-pass1');
  expect(createAccountDraft().get()).toEqual({
    ...filled,
    state: 'SET_PASSWORD',
    passwords: NEW_ACCOUNT.passwords,
    isPasswordSaved: false,
  });
  for (const saved of ['not json', 'null', '7', '{"state":"SOMEWHERE","details":7}']) {
    sessionStorage.setItem('create-account', saved);
    expect(createAccountDraft().get()).toEqual(NEW_ACCOUNT);
  }
});

test('account draft is cleared once the account is created, refused or the user leaves, and kept otherwise', () => {
  const stored = () => sessionStorage.getItem('create-account');
  accountDraft.set(filled);
  dispatch('APPROVED');
  expect(stored()).toBeNull();
  accountDraft.set(filled);
  dispatch('STARTED_OVER');
  expect(stored()).toBeNull();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
  accountDraft.set(filled);
  clearDecidedAccount();
  expect(accountDraft.get()).toBe(filled);
  dispatch('REJECTED');
  clearDecidedAccount();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Forbidden');
  });
  accountDraft.set(filled);
  expect(accountDraft.get()).toBe(filled);
});
