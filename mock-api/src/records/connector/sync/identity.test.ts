import assert from 'node:assert/strict';
import { it } from 'node:test';
import { differencesBetween, isSameBirthDate, searchFor } from './identity.ts';

const ACCOUNT = {
  last_name: 'Côté-Roy',
  date_of_birth: '1958-03-14',
  wristband_code: 'ER10000001',
  record_number: null,
  band_code: null,
};
const PATIENT = {
  familyNames: ['Cote Roy'],
  birthDate: '1958-03-14',
  codes: ['ER10000001'],
  recordNumbers: [] as string[],
};

it('compares dates of birth as far as both are written', () => {
  assert.equal(isSameBirthDate('1958-03-14', '1958-03-14'), true);
  for (const other of [null, '1958', '1958-03']) assert.equal(isSameBirthDate('1958-03-14', other), null);
  for (const other of ['1957', '1958-04', '1958-03-15']) assert.equal(isSameBirthDate('1958-03-14', other), false);
});

it('finds another family name, date of birth or band code, but no missing date of birth', () => {
  const reasons = (patient: Partial<typeof PATIENT>) =>
    differencesBetween(ACCOUNT, { ...PATIENT, ...patient }).map(({ reason }) => reason);
  assert.deepEqual(reasons({}), []);
  assert.deepEqual(differencesBetween(ACCOUNT, { ...PATIENT, birthDate: null }), []);
  const other = { familyNames: ['Côté'], birthDate: '1985-03-14', codes: ['ER10000002'] };
  assert.deepEqual(reasons(other), ['name', 'birth-date', 'code']);
  assert.deepEqual(reasons({ familyNames: [], codes: [] }), ['name', 'code']);
});

it('tells one difference from the next', () => {
  const hash = (family: string) => differencesBetween(ACCOUNT, { ...PATIENT, familyNames: [family] })[0]?.hash;
  assert.equal(hash('Roy'), hash('roy'));
  assert.notEqual(hash('Roy'), hash('Martin'));
});

it('compares the hospital’s own band code and record number, which may stand in for a missing band code', () => {
  const account = { ...ACCOUNT, record_number: 'M-17', band_code: 'H-99' };
  const isSame = (codes: string[], recordNumbers: string[]) =>
    differencesBetween(account, { ...PATIENT, codes, recordNumbers }).length === 0;
  assert.deepEqual([isSame(['H-99'], []), isSame(['ER10000001'], []), isSame([], [])], [true, false, false]);
  assert.deepEqual(
    [isSame([], ['M-17']), isSame(['H-98'], ['M-17']), isSame(['H-99'], ['M-18'])],
    [true, false, false],
  );
  const recordSystem = 'urn:records';
  assert.deepEqual(searchFor(account, { recordSystem }), { by: 'record-number', value: 'M-17' });
  assert.deepEqual(searchFor(account, { recordSystem: undefined }), { by: 'code', value: 'H-99' });
  assert.deepEqual(searchFor(ACCOUNT, { recordSystem }), { by: 'code', value: 'ER10000001' });
});
