import { words } from '../../screen-words.ts';
import { inviteSchema } from './InviteScreen.tsx';

const FORMAT = 'The phone must have a correct phone format +1 416 555 0101';
const right = { name: 'Sam', phone: '+1 416 555 0101' };

const complaints = (values: object, locale: 'en' | 'fr' = 'en'): Promise<string[]> =>
  inviteSchema(words.fixed[locale])
    .validate(values, { abortEarly: false })
    .then(
      () => [],
      ({ errors }) => errors,
    );

test.each(['+14165550101', '+1-416-555-0101', '+1.416.555.0101', '+1 416-555.0101', '  +1 416 555 0101 '])(
  'inviteSchema accepts the phone number %p',
  async (phone) => {
    expect(await complaints({ ...right, phone })).toEqual([]);
  },
);

test.each([
  ['name', '', 'Required'],
  ['name', '   ', 'Required'],
  ['name', 'A'.repeat(16), 'Must be 15 characters or less'],
  [
    'name',
    'go to evil.ca',
    'A name can’t contain a link, an email address, a phone number or hidden characters. Put a space after a period, and type the name instead of pasting it.',
  ],
  ['phone', '', 'Mobile Phone Number is required'],
  ['phone', '+1 ', 'Mobile Phone Number is required'],
  ['phone', '416 555 0101', FORMAT],
  ['phone', '+1 416 555 010', FORMAT],
  ['phone', '+1 416 555 01011', FORMAT],
  ['phone', '+1 (416) 555 0101', FORMAT],
  ['phone', '+1 416 055 0101', FORMAT],
  ['phone', '+1 001 555 0101', FORMAT],
  ['phone', '+33 416 555 0101', FORMAT],
])('inviteSchema refuses %s %p: %s', async (name, value, message) => {
  expect(await complaints({ ...right, [name]: value })).toEqual([message]);
});

test('inviteSchema accepts a name of exactly 15 characters', async () => {
  expect(await complaints({ ...right, name: 'A'.repeat(15) })).toEqual([]);
});

test('inviteSchema has French messages', async () => {
  expect(await complaints({ name: '', phone: '+1 ' }, 'fr')).toEqual([
    'Obligatoire',
    'Le numéro de cellulaire est obligatoire',
  ]);
});
