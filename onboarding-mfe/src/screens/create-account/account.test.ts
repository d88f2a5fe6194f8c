import { type Account, advance, asRegistration, NEW_ACCOUNT, withPasswords } from './account.ts';
import { accountDraft, dispatch, forgetDecided, openAccountDraft } from './account-draft.ts';

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

test('openAccountDraft keeps details and ticks over a reload, and asks for the password again', () => {
  accountDraft.set(filled);
  expect(sessionStorage.getItem('create-account')).not.toContain('Good-pass1');
  expect(openAccountDraft().get()).toEqual({
    ...filled,
    state: 'SET_PASSWORD',
    passwords: NEW_ACCOUNT.passwords,
    isPasswordSaved: false,
  });
});

test.each(['not json', 'null', '7', '{"state":"SOMEWHERE","details":7}'])(
  'openAccountDraft starts a new account when storage holds %s',
  (saved) => {
    sessionStorage.setItem('create-account', saved);
    expect(openAccountDraft().get()).toEqual(NEW_ACCOUNT);
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

test('forgetDecided clears a decided account and keeps any other', () => {
  accountDraft.set(filled);
  forgetDecided();
  expect(accountDraft.get()).toBe(filled);
  dispatch('REJECTED');
  forgetDecided();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
});

test('account draft works when the browser forbids storage', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Forbidden');
  });
  accountDraft.set(filled);
  expect(accountDraft.get()).toBe(filled);
});
