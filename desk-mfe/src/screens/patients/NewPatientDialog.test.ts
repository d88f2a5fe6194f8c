import { impossibleNumbers } from 'shared-ui/testing';
import { words } from '../../words.ts';
import { newPatientSchema } from './PatientsScreen.tsx';

const right = { firstName: 'Léa', lastName: 'Côté', phone: '+1 514 555 0142', email: '' };

const complaints = (phone: string): Promise<string[]> =>
  newPatientSchema(words.fixed.en)
    .validate({ ...right, phone }, { abortEarly: false })
    .then(
      () => [],
      ({ errors }) => errors,
    );

test.each(['+1 514 555 0142', '514 555 0142', '+49 151 23456789', '+65 9123 4567'])('accepts %p', async (phone) => {
  expect(await complaints(phone)).toEqual([]);
});

test.each(['', '+1 ', '514 555'])('newPatientSchema rejects %p as incomplete', async (phone) => {
  expect(await complaints(phone)).toEqual(['Please enter the whole number, with the country code']);
});

test('newPatientSchema rejects impossible numbers generated from the numbering plans', async () => {
  const made = impossibleNumbers().map(({ dial, national }) => `+${dial}${national}`);
  for (const phone of [...made, '+1 416 055 0101']) {
    expect(await complaints(phone)).toEqual(['This phone number doesn’t exist. Please check it.']);
  }
});

test('newPatientSchema rejects a name that holds a link', async () => {
  const values = { ...right, firstName: 'www.evil.example' };
  await expect(newPatientSchema(words.fixed.en).validate(values)).rejects.toThrow('A name can’t contain a link');
});
