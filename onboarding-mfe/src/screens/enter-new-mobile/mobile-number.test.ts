import { complaintsOf } from '../../testing/complaints.ts';
import { words } from '../../words-account.ts';
import { asMobile, mobileSchema } from './mobile-number.ts';

const FORMAT = 'Please enter your full phone number. The phone number must be formatted like this... +000 999-999-9999';
const FAILED = "We're having some trouble updating your phone number. Please confirm you have entered it correctly...";

const complaints = (mobile: string) => complaintsOf(mobileSchema(words.fixed.en), { mobile });

test.each(['+1 416-555-0199', '+49 170-123-4567', '+81 9012345678'])('mobileSchema accepts %p', async (mobile) => {
  expect(await complaints(mobile)).toEqual([]);
});

test.each([
  '',
  '+000 999-999-9999',
  '+001 416-555-0199',
  '4165550199',
  '416-555-0199',
  '+1 416 555 019',
  '+1 416 555 019a',
  '+1 416-555-01999',
  '+141655501999',
  '+0 416-555-019',
  '+1234 416-555-0199',
  '++1 416-555-0199',
])('mobileSchema reports the required format for %p', async (mobile) => {
  expect(await complaints(mobile)).toEqual([FORMAT]);
});

test.each([
  ['+1 999-999-9999', '+1 999-999-9999'],
  ['+1 416-555-0199', '+1 416-555-0199'],
  ['+1 (416) 555.0199', '+1 416-555-0199'],
  ['+14165550199', '+1 416-555-0199'],
  [' +33 612 345 6789 ', '+33 612-345-6789'],
  ['+336123456789', '+33 612-345-6789'],
  ['+1-416-555-0199', '+1 416-555-0199'],
])('asMobile turns %p into %p', (typed, number) => {
  expect(asMobile(typed)).toBe(number);
});

test.each(['+1 416-055-0101', '+1 999-999-9999'])('mobileSchema rejects the impossible number %p', async (mobile) => {
  expect(await complaints(mobile)).toEqual([FAILED]);
});
