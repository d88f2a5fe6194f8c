import { runtimeConfig } from 'shared-ui';
import { openPage, setRuntimeConfig } from 'shared-ui/testing';
import { complaintsOf } from '../../testing/complaints.ts';
import { words } from '../../words-account.ts';
import { passwordRules, passwordSchema } from './password.tsx';

const WEAK =
  'Password needs to be 8 – 14 characters with at least 1 letter, 1 number, 1 special character (-@$!%*#?&), and no spaces.';

beforeEach(openPage);

const complaints = (password: string, confirmPassword = password) =>
  complaintsOf(passwordSchema(words.fixed.en, 'Password Required'), { password, confirmPassword });

test.each(['Demo-pass1', 'aaaaaa1-', '-@$!%*#?&1a', 'Far-longer-than-14-characters-1'])(
  'passwordSchema accepts %p',
  async (password) => {
    expect(await complaints(password)).toEqual([]);
  },
);

test.each([
  ['too short', 'Pass-1a'],
  ['no letter', '1234567-'],
  ['no digit', 'Password-'],
  ['no special character', 'Password1'],
  ['a space', 'Demo pass-1'],
  ['a special character of no set', 'Demo_pass-1'],
])('passwordSchema rejects a weak password (%s): %p', async (_why, password) => {
  expect(await complaints(password)).toEqual([WEAK]);
});

test('passwordSchema rejects missing passwords and a different confirmation', async () => {
  expect(await complaints('')).toEqual(['Password Required', 'Confirm Password Required']);
  expect(await complaints('Demo-pass1', '')).toEqual(['Confirm Password Required']);
  expect(await complaints('Demo-pass1', 'Demo-pass2')).toEqual(['Passwords do not match']);
});

const met = (password: string) => passwordRules().flatMap(({ key, isMet }) => (isMet(password) ? [key] : []));

test('passwordRules lists a length rule and a digit or special character rule', () => {
  expect(met('')).toEqual([]);
  expect(met('abcdefgh')).toEqual(['length']);
  expect(met('abc1')).toEqual(['mark']);
  expect(met('abc-')).toEqual(['mark']);
  expect(met('abcdefg1')).toEqual(['length', 'mark']);
});

test('passwordSchema asks for 15 characters of any kind where the hospital does', async () => {
  setRuntimeConfig({ ...runtimeConfig(), passwordRule: 'length' });
  expect(await complaints('Demo-pass1')).toEqual([
    expect.stringMatching(/^Your password needs at least 15 characters/),
  ]);
  for (const password of ['my cat sleeps well', 'ma tortue dort très bien', 'мой кот спит весь день']) {
    expect(await complaints(password)).toEqual([]);
    expect(met(password)).toEqual(['long', 'any']);
  }
});
