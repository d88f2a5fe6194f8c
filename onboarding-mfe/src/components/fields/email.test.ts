import { runtimeConfig } from 'shared-ui';
import { openPage, setRuntimeConfig } from 'shared-ui/testing';
import { loginSchema } from '../../screens/login/LoginScreen.tsx';
import { registerSchema } from '../../screens/register/RegisterScreen.tsx';
import { complaintsOf } from '../../testing/complaints.ts';
import { words } from '../../words.ts';
import { emailRule } from './text.tsx';

const t = words.fixed.en;

beforeEach(openPage);

test.each(['ada@example.org', 'A.d_a-1@mail.example.info', 'a@b.ca', ' ada@example.org '])(
  'emailRule accepts %p',
  async (email) => {
    expect(await complaintsOf(emailRule(t), email)).toEqual([]);
  },
);

test.each([
  ['no @', 'ada.example.org'],
  ['nothing before it', '@example.org'],
  ['no domain', 'ada@.org'],
  ['no suffix', 'ada@example'],
  ['a suffix of one letter', 'ada@example.o'],
  ['a suffix of five letters', 'ada@example.organ'],
  ['a digit in the suffix', 'ada@example.or1'],
  ['a plus sign', 'ada+1@example.org'],
  ['a space inside', 'a da@example.org'],
  ['two of them', 'ada@example.org,ada@example.com'],
])('emailRule reports Invalid Email for %s: %p', async (_why, email) => {
  expect(await complaintsOf(emailRule(t), email)).toEqual(['Invalid Email']);
});

test('emailRule accepts any common address where the hospital does', async () => {
  setRuntimeConfig({ ...runtimeConfig(), emailFormat: 'standard' });
  expect(await complaintsOf(emailRule(t), 'ada+1@northside.health')).toEqual([]);
  expect(await complaintsOf(emailRule(t), 'ada@example')).toEqual(['Invalid Email']);
});

test.each(['', '   '])('emailRule reports only Email Required for %p', async (email) => {
  expect(await complaintsOf(emailRule(t), email)).toEqual(['Email Required']);
});

test('loginSchema requires an email and a password', async () => {
  expect(await complaintsOf(loginSchema(t), { email: '', password: '' })).toEqual([
    'Email Required',
    'Password Required',
  ]);
  expect(await complaintsOf(loginSchema(t), { email: 'ada', password: 'x' })).toEqual(['Invalid Email']);
});

test('registerSchema requires a name and an email; city and updates are optional', async () => {
  const empty = { name: ' ', email: '', city: '', optIn: false };
  expect(await complaintsOf(registerSchema(t), empty)).toEqual(['Name Required', 'Email Required']);
  expect(await complaintsOf(registerSchema(t), { ...empty, name: 'Ada', email: 'ada' })).toEqual(['Invalid Email']);
  expect(await complaintsOf(registerSchema(t), { ...empty, name: 'Ada', email: 'ada@example.org' })).toEqual([]);
});
