import { impossibleNumbers } from 'shared-ui/testing';
import { words } from '../../words-account.ts';
import { mobileSchema } from './mobile-number.ts';

const FORMAT = 'Please enter your full phone number. The phone number must be formatted like this... +000 999-999-9999';
const FAILED = "We're having some trouble updating your phone number. Please confirm you have entered it correctly...";

const complaints = (mobile: string): Promise<string[]> =>
  mobileSchema(words.fixed.en)
    .validate({ mobile }, { abortEarly: false })
    .then(
      () => [],
      ({ errors }) => errors,
    );

test.each(['+1 416-555-0199', '+49 170-123-4567', '+81 9012345678'])('mobileSchema accepts %p', async (mobile) => {
  expect(await complaints(mobile)).toEqual([]);
});

test.each(['', '416-555-0199', '+1 416-555-019'])('mobileSchema reports the required format for %p', async (mobile) => {
  expect(await complaints(mobile)).toEqual([FORMAT]);
});

test('mobileSchema rejects impossible numbers derived from the numbering plans', async () => {
  const made = impossibleNumbers().map(({ dial, national }) => `+${dial} ${national}`);
  for (const mobile of [...made, '+1 416-055-0101', '+1 999-999-9999']) {
    expect(await complaints(mobile)).toEqual([FAILED]);
  }
});
