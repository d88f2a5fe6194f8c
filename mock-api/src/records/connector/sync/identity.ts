/** Compares who an account says its patient is with who the hospital's server says that is. */
import type { RecordHoldReason } from '../../../contract.ts';
import type { UserRow } from '../../../repositories/accounts/users.ts';
import { sha256 } from '../../../security/secrets.ts';
import { type FhirPatient, hasFamilyName, letters } from '../server/patients.ts';

type Account = Pick<UserRow, 'last_name' | 'date_of_birth' | 'wristband_code'>;
type Patient = Pick<FhirPatient, 'familyNames' | 'birthDate' | 'codes'>;

/**
 * Returns whether two dates of birth are the same, as far as both are written; null if that is less than a day, or one is
 * missing.
 */
export function isSameBirthDate(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  const length = Math.min(one.length, other.length);
  if (one.slice(0, length) !== other.slice(0, length)) return false;
  return length === 'YYYY-MM-DD'.length ? true : null;
}

interface Difference {
  reason: Extract<RecordHoldReason, 'name' | 'birth-date' | 'code'>;
  /** Of both sides: once staff have accepted a difference, only this one is accepted. */
  hash: string;
}

/** Returns what differs between an account and a patient of the server. A date of birth that one lacks differs not. */
export function differencesBetween(account: Account, patient: Patient): Difference[] {
  const { last_name: lastName, date_of_birth: birthDate, wristband_code: code } = account;
  const difference = (reason: Difference['reason'], ...sides: unknown[]): Difference => ({
    reason,
    hash: sha256(JSON.stringify([reason, ...sides])),
  });
  const { familyNames, codes } = patient;
  return [
    ...(hasFamilyName(patient, lastName)
      ? []
      : [difference('name', letters(lastName), familyNames.map(letters).toSorted())]),
    ...(isSameBirthDate(birthDate, patient.birthDate) === false
      ? [difference('birth-date', birthDate, patient.birthDate)]
      : []),
    ...(code !== null && codes.includes(code) ? [] : [difference('code', code, codes.toSorted())]),
  ];
}
