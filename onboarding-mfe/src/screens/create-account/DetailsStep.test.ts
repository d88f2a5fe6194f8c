import { impossibleNumbers, openPage } from 'shared-ui/testing';
import { formatTextedCountries } from '../../components/fields/phone.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { NEW_ACCOUNT } from './account.ts';
import { detailsSchema } from './DetailsStep.tsx';

/** A country for each dial code. */
const COUNTRY: Record<string, string> = {
  1: 'CA',
  33: 'FR',
  39: 'IT',
  44: 'GB',
  49: 'DE',
  55: 'BR',
  81: 'JP',
  91: 'IN',
};

const right = {
  firstName: 'Ada',
  lastName: 'Love',
  email: 'ada@example.org',
  organization: 'Northside',
  country: 'CA',
  phone: '1231231234',
};

async function complaints(values: object, locale: 'en' | 'fr' = 'en'): Promise<string[]> {
  const schema = detailsSchema(words.fixed[locale], common.fixed[locale]);
  return schema.validate(values, { abortEarly: false }).then(
    () => [],
    ({ errors }) => errors,
  );
}

beforeEach(openPage);

test('detailsSchema rejects a number that the hospital does not text, and names the countries it texts', async () => {
  const texted = { dialCodes: ['1'], asPhrase: formatTextedCountries(['1'], 'en') };
  const schema = detailsSchema(words.fixed.en, common.fixed.en, texted);
  const errors = (values: object) =>
    schema.validate(values).then(
      () => [],
      (failure) => failure.errors,
    );
  expect(await errors(right)).toEqual([]);
  expect(await errors({ ...right, country: 'FR' })).toEqual([
    'We can send text messages to numbers of these countries only: Canada (+1) and United States (+1)',
  ]);
  expect(await complaints({ ...right, country: 'FR', phone: '0612345678' })).toEqual([]);
});

test('detailsSchema accepts valid details', async () => {
  expect(await complaints(right)).toEqual([]);
});

test.each([
  ['CA', '4165550101'],
  ['DE', '1701234567'],
  ['JP', '9012345678'],
  ['BR', '1131234567'],
  ['FR', '0612345678'],
])('detailsSchema accepts a number of %s: %s', async (country, phone) => {
  expect(await complaints({ ...right, country, phone })).toEqual([]);
});

test('detailsSchema rejects impossible numbers, derived from the numbering plans or cut to ten digits', async () => {
  const made = impossibleNumbers().map(({ dial, national }) => ({ country: COUNTRY[dial] ?? '', phone: national }));
  const cut = [
    { country: 'DE', phone: '1512345678' },
    { country: 'BR', phone: '1191234567' },
  ];
  const known = ['4160550101', '0015550101'].map((phone) => ({ country: 'CA', phone }));
  for (const entry of [...made, ...cut, ...known]) {
    expect(await complaints({ ...right, ...entry })).toEqual(['Invalid Phone Number (example 1231231234)']);
  }
  expect(made).toHaveLength(20);
});

test.each([
  ['firstName', ' ', 'First Name Required'],
  ['lastName', '', 'Last Name Required'],
  ['email', '', 'Email Required'],
  ['email', 'ada', 'Invalid Email'],
  ['email', 'ada@example', 'Invalid Email'],
  ['email', 'ada+1@example.org', 'Invalid Email'],
  ['email', 'ada@example.toolong', 'Invalid Email'],
  ['organization', '  ', 'Organization Name Required'],
  ['phone', '', 'Phone Number Required'],
  ['phone', '123123123', 'Invalid Phone Number (example 1231231234)'],
  ['phone', '12312312345', 'Invalid Phone Number (example 1231231234)'],
])('detailsSchema for %s %p reports %s', async (name, value, message) => {
  expect(await complaints({ ...right, [name]: value })).toEqual([message]);
});

test('detailsSchema reports all errors in French', async () => {
  expect(await complaints(NEW_ACCOUNT.details, 'fr')).toEqual([
    'Prénom obligatoire',
    'Nom de famille obligatoire',
    'Courriel obligatoire',
    'Nom de l’organisation obligatoire',
    'Numéro de téléphone obligatoire',
  ]);
});

test('detailsSchema rejects a name that holds a link, which the server would report as a taken email', async () => {
  for (const field of ['firstName', 'lastName'])
    expect(await complaints({ ...right, [field]: 'You won at http://evil.example' })).toEqual([
      'A name can’t contain a link, an email address or a phone number. Put a space after a period.',
    ]);
  expect(await complaints({ ...right, firstName: 'J.R.', lastName: 'St. John' })).toEqual([]);
});
