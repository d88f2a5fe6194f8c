import type { Medications } from 'mock-api/contract';

export type Medication = Medications['medications'][number];
type State = Medication['state'];
type Basis = Medication['basis'];

/** Current ones first, then what must not be taken; over ones last. */
const STATES: readonly State[] = [
  'current',
  'do-not-take',
  'unclear',
  'paused',
  'planned',
  'given',
  'not-given',
  'past',
];
const BASES: readonly Basis[] = ['prescribed', 'reported', 'given'];

export interface MedicationGroup {
  state: State;
  /** By whose word; only those with medications. */
  bases: { basis: Basis; medications: Medication[] }[];
}

/** Groups medications by state, and in each by whose word it is. */
export function groupMedications(medications: readonly Medication[]): MedicationGroup[] {
  const groups = STATES.map((state) => ({
    state,
    bases: BASES.map((basis) => ({
      basis,
      medications: medications.filter((item) => item.state === state && item.basis === basis),
    })).filter((group) => group.medications.length > 0),
  }));
  return groups.filter(({ bases }) => bases.length > 0);
}

const nameOf = ({ name }: Medication) => name.trim().toLocaleLowerCase();
const howOf = ({ how }: Medication) => how.join('\n').trim().toLocaleLowerCase();

/** States that contradict a current medication of the same name. */
const CONTRARY: readonly State[] = ['do-not-take', 'paused'];

function disagree(one: Medication, other: Medication): boolean {
  if (CONTRARY.includes(other.state)) return true;
  return other.state === 'current' && one.basis !== other.basis && howOf(one) !== howOf(other);
}

/**
 * Returns the names of current medications that the record contradicts: the same one is paused or must not be taken, or
 * what was prescribed differs from what was reported.
 */
export function contradictions(medications: readonly Medication[]): string[] {
  const current = medications.filter(({ state }) => state === 'current');
  const contradicted = current.filter((one) =>
    medications.some((other) => other !== one && nameOf(other) === nameOf(one) && disagree(one, other)),
  );
  return [...new Map(contradicted.map((item) => [nameOf(item), item.name])).values()];
}
