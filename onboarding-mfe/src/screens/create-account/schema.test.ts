import { servedInWords } from '../../components/phone/served.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { NEW_ACCOUNT } from './account.ts';
import { detailsSchema } from './schema.ts';

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

test('a number of a country that the hospital does not text is refused, with the countries that it does', async () => {
  const served = { dialCodes: ['1'], inWords: servedInWords(['1'], 'en') };
  const schema = detailsSchema(words.fixed.en, common.fixed.en, served);
  const errors = (values: object) =>
    schema.validate(values).then(
      () => [],
      (failure) => failure.errors,
    );
  expect(await errors(right)).toEqual([]);
  expect(await errors({ ...right, country: 'FR' })).toEqual([
    'We can send text messages to numbers of these countries only: Canada (+1) and United States (+1)',
  ]);
  expect(await complaints({ ...right, country: 'FR' })).toEqual([]);
});

test('an account that is right', async () => {
  expect(await complaints(right)).toEqual([]);
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
])('%s %p: %s', async (name, value, message) => {
  expect(await complaints({ ...right, [name]: value })).toEqual([message]);
});

test('all of them in French', async () => {
  expect(await complaints(NEW_ACCOUNT.details, 'fr')).toEqual([
    'Prénom obligatoire',
    'Nom de famille obligatoire',
    'Courriel obligatoire',
    'Nom de l’organisation obligatoire',
    'Numéro de téléphone obligatoire',
  ]);
});
