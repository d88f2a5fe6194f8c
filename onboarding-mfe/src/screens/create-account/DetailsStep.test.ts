import { openPage } from 'shared-ui/testing';
import { formatTextedCountries } from '../../components/fields/phone.tsx';
import { complaintsOf } from '../../testing/complaints.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { NEW_ACCOUNT } from './account.ts';
import { detailsSchema } from './DetailsStep.tsx';

const right = {
  firstName: 'Ada',
  lastName: 'Love',
  email: 'ada@example.org',
  organization: 'Northside',
  country: 'CA',
  phone: '1231231234',
};

type Texted = Parameters<typeof detailsSchema>[2];

const complaints = (values: object, locale: 'en' | 'fr' = 'en', texted?: Texted) =>
  complaintsOf(detailsSchema(words.fixed[locale], common.fixed[locale], texted), values);

beforeEach(openPage);

test('detailsSchema rejects a number that the hospital does not text, and names the countries it texts', async () => {
  const areas = ['CA', 'US'];
  const texted = { areas, asPhrase: formatTextedCountries(areas, 'en') };
  const french = { ...right, country: 'FR', phone: '0612345678' };
  expect(await complaints(right, 'en', texted)).toEqual([]);
  expect(await complaints(french)).toEqual([]);
  const jamaican = { ...right, phone: '8762345678' };
  for (const elsewhere of [french, jamaican])
    expect(await complaints(elsewhere, 'en', texted)).toEqual([
      'We can send text messages to numbers of these countries only: Canada (+1) and United States (+1)',
    ]);
});

test.each([
  ['CA', '1231231234'],
  ['CA', '4165550101'],
  ['DE', '1701234567'],
  ['JP', '9012345678'],
  ['BR', '1131234567'],
  ['FR', '0612345678'],
])('detailsSchema accepts a number of %s: %s', async (country, phone) => {
  expect(await complaints({ ...right, country, phone })).toEqual([]);
});

test.each([
  ['CA', '4160550177'],
  ['CA', '0015550101'],
  ['CA', '9002345678'],
  ['CA', '4169762345'],
  ['DE', '1512345678'],
  ['BR', '1191234567'],
])('detailsSchema rejects impossible numbers, also those cut to ten digits: %s %s', async (country, phone) => {
  expect(await complaints({ ...right, country, phone })).toEqual(['Invalid Phone Number (example 1231231234)']);
});

test.each([
  ['firstName', ' ', 'First Name Required'],
  ['lastName', '', 'Last Name Required'],
  ['email', '', 'Email Required'],
  ['email', 'ada', 'Invalid Email'],
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
      'A name can’t contain a link, an email address, a phone number or hidden characters. Put a space after a period, and type the name instead of pasting it.',
    ]);
  expect(await complaints({ ...right, firstName: 'J.R.', lastName: 'St. John' })).toEqual([]);
});
