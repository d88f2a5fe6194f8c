import assert from 'node:assert/strict';
import { it } from 'node:test';
import { differencesBetween, isSameBirthDate } from './identity.ts';

const ACCOUNT = { last_name: 'Côté-Roy', date_of_birth: '1958-03-14', wristband_code: 'ER10000001' };
const PATIENT = { familyNames: ['Cote Roy'], birthDate: '1958-03-14', codes: ['ER10000001'] };

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
