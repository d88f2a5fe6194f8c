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

test('the registration sends what the product rules list, the phone with its dial code', () => {
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

test.each(['APPROVED', 'HELD'] as const)('%s keeps the e-mail and nothing else', (event) => {
  const made = advance(filled, event);
  expect(made.details).toEqual({ ...NEW_ACCOUNT.details, email: ' ada@example.org ' });
  expect(made.passwords).toEqual(NEW_ACCOUNT.passwords);
});

test('REJECTED keeps everything, so that only the e-mail has to be changed', () => {
  expect(advance(filled, 'REJECTED')).toEqual({ ...filled, state: 'ACCOUNT_ALREADY_EXISTS' });
});

test('a password that is typed anew has to pass its step again; the same one has not', () => {
  expect(withPasswords(filled, { ...filled.passwords })).toBe(filled);
  expect(withPasswords(filled, { ...filled.passwords, password: 'Other-pass1' }).isPasswordSaved).toBe(false);
});

test('a reload keeps details and ticks, and asks for the password again', () => {
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
  'what else may lie in storage (%s) is a new account',
  (saved) => {
    sessionStorage.setItem('create-account', saved);
    expect(openAccountDraft().get()).toEqual(NEW_ACCOUNT);
  },
);

test('nothing stays behind once the account is made, or the person leaves', () => {
  accountDraft.set(filled);
  dispatch('APPROVED');
  expect(sessionStorage.getItem('create-account')).toBeNull();
  accountDraft.set(filled);
  dispatch('STARTED_OVER');
  expect(sessionStorage.getItem('create-account')).toBeNull();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
});

test('coming back to a decided account begins anew, to any other one goes on', () => {
  accountDraft.set(filled);
  forgetDecided();
  expect(accountDraft.get()).toBe(filled);
  dispatch('REJECTED');
  forgetDecided();
  expect(accountDraft.get()).toEqual(NEW_ACCOUNT);
});

test('a browser that forbids storage still creates accounts', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('Forbidden');
  });
  accountDraft.set(filled);
  expect(accountDraft.get()).toBe(filled);
});
