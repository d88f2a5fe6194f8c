import { runtimeConfig } from 'shared-ui';
import { openPage, setRuntimeConfig } from 'shared-ui/testing';
import { words } from '../../../screen-words.ts';
import { contactSchema } from './ContactForm.tsx';

const FULL = 'Please enter your full phone number, like +1 416 555 0101.';
const complaints = (values: object): Promise<string[]> =>
  contactSchema(words.fixed.en)
    .validate({ mobilePhone: '', contactEmail: '', ...values }, { abortEarly: false })
    .then(
      () => [],
      ({ errors }) => errors,
    );

beforeEach(openPage);

test.each([
  ['nothing at all', {}],
  ['a number', { mobilePhone: '+1 (416) 555-0101' }],
  ['an address', { contactEmail: ' jordan@example.org ' }],
])('contactSchema accepts %s', async (_, values) => {
  expect(await complaints(values)).toEqual([]);
});

test.each([
  ['mobilePhone', '555 0101', FULL],
  ['mobilePhone', 'call me', FULL],
  ['mobilePhone', '+1 416-055-0101', FULL],
  ['contactEmail', 'jordan', 'Invalid Email'],
  ['contactEmail', 'jordan@example', 'Invalid Email'],
])('contactSchema refuses %s %p: %s', async (name, value, message) => {
  expect(await complaints({ [name]: value })).toEqual([message]);
});

test('contactSchema accepts any common address where the hospital does', async () => {
  const contactEmail = 'jordan+clinic@northside.health';
  expect(await complaints({ contactEmail })).toEqual(['Invalid Email']);
  setRuntimeConfig({ ...runtimeConfig(), emailFormat: 'standard' });
  expect(await complaints({ contactEmail })).toEqual([]);
});
