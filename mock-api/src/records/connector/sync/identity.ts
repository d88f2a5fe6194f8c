/** Compares who an account says its patient is with who the hospital's server says that is. */
import type { RecordHoldReason } from '../../../contract.ts';
import type { UserRow } from '../../../repositories/accounts/users.ts';
import { sha256 } from '../../../security/secrets.ts';
import { type FhirPatient, hasFamilyName, letters, type Search, type Systems } from '../server/patients.ts';

type Numbers = Pick<UserRow, 'wristband_code' | 'record_number' | 'band_code'>;
type Account = Numbers & Pick<UserRow, 'last_name' | 'date_of_birth'>;
type Patient = Pick<FhirPatient, 'familyNames' | 'birthDate' | 'codes' | 'recordNumbers'>;

/**
 * Returns whether two dates of birth are the same, as far as both are written; null if that is less than a day, or one
 * is missing.
 */
export function isSameBirthDate(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  const length = Math.min(one.length, other.length);
  if (one.slice(0, length) !== other.slice(0, length)) return false;
  return length === 'YYYY-MM-DD'.length ? true : null;
}

const codeOf = ({ band_code: own, wristband_code: printed }: Numbers) => own ?? printed;

/** Returns how to find the patient of an account; undefined if it has neither a number nor a code. */
export function searchFor(account: Numbers, { recordSystem }: Pick<Systems, 'recordSystem'>): Search | undefined {
  if (recordSystem !== undefined && account.record_number !== null)
    return { by: 'record-number', value: account.record_number };
  const value = codeOf(account);
  return value === null ? undefined : { by: 'code', value };
}

/** Returns whether the numbers agree: the code, and the record number where both sides have it, in place of no code. */
function hasSameNumbers(account: Account, { codes, recordNumbers }: Patient): boolean {
  const { record_number: number } = account;
  const isNumbered = number !== null && recordNumbers.length > 0;
  if (isNumbered && !recordNumbers.includes(number)) return false;
  if (isNumbered && codes.length === 0) return true;
  return codes.includes(codeOf(account) ?? '');
}

interface Difference {
  reason: Extract<RecordHoldReason, 'name' | 'birth-date' | 'code'>;
  /** Of both sides: once staff have accepted a difference, only this one is accepted. */
  hash: string;
}

/** Returns what differs between an account and a patient of the server. A missing date of birth is no difference. */
export function differencesBetween(account: Account, patient: Patient): Difference[] {
  const { last_name: lastName, date_of_birth: birthDate, record_number: number } = account;
  const difference = (reason: Difference['reason'], ...sides: unknown[]): Difference => ({
    reason,
    hash: sha256(JSON.stringify([reason, ...sides])),
  });
  const { familyNames, codes, recordNumbers } = patient;
  const numbers = [codeOf(account), codes.toSorted(), ...(recordNumbers.length > 0 ? [number, recordNumbers] : [])];
  return [
    ...(hasFamilyName(patient, lastName)
      ? []
      : [difference('name', letters(lastName), familyNames.map(letters).toSorted())]),
    ...(isSameBirthDate(birthDate, patient.birthDate) === false
      ? [difference('birth-date', birthDate, patient.birthDate)]
      : []),
    ...(hasSameNumbers(account, patient) ? [] : [difference('code', ...numbers)]),
  ];
}
