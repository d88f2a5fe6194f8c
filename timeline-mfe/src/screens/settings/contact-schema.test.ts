import { impossibleNumbers } from 'shared-ui/testing';
import { words } from '../../words.ts';
import { contactSchema } from './contact-schema.ts';

const complaints = (values: object): Promise<string[]> =>
  contactSchema(words.fixed.en)
    .validate({ mobilePhone: '', contactEmail: '', ...values }, { abortEarly: false })
    .then(
      () => [],
      ({ errors }) => errors,
    );

test.each([
  ['nothing at all', {}],
  ['a number', { mobilePhone: '+1 (416) 555-0101' }],
  ['an address', { contactEmail: ' jordan@example.org ' }],
])('%s is fine', async (_, values) => {
  expect(await complaints(values)).toEqual([]);
});

test.each([
  ['mobilePhone', '555 0101', 'Please enter your full phone number, like +1 416 555 0101.'],
  ['mobilePhone', 'call me', 'Please enter your full phone number, like +1 416 555 0101.'],
  ['mobilePhone', '+1 416-055-0101', 'Please enter your full phone number, like +1 416 555 0101.'],
  ['contactEmail', 'jordan', 'Invalid Email'],
  ['contactEmail', 'jordan@example', 'Invalid Email'],
])('%s %p: %s', async (name, value, message) => {
  expect(await complaints({ [name]: value })).toEqual([message]);
});

test('no number that can not exist, made from the numbering plans', async () => {
  for (const { dial, national } of impossibleNumbers()) {
    expect(await complaints({ mobilePhone: `+${dial} ${national}` })).toEqual([
      'Please enter your full phone number, like +1 416 555 0101.',
    ]);
  }
});
