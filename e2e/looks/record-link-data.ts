import { recordLink } from 'desk-mfe/testing/desk';
import { CREATED, LONG_PERSON } from './desk-data.ts';

const ACCOUNT = { name: LONG_PERSON.name, birthDate: LONG_PERSON.dateOfBirth };

/** A record that is linked but late, with entries held back for every reason. */
export const RECORD = recordLink({
  account: ACCOUNT,
  failure: 'unreachable',
  patientId: 'erXuFYUfucBZaryVksYEcMg3',
  heldBack: [
    { why: 'file', type: 'DocumentReference', count: 1 },
    { why: 'shape', type: 'Observation', count: 3 },
    { why: 'withheld', type: null, count: 2 },
    { why: 'type', type: 'MolecularSequence', count: 12 },
    { why: 'not-allowed', type: 'Condition', count: null },
  ],
});

const UNLINKED = { linkedAt: null, checkedAt: null, patientId: null, stored: [] };

/** The same patient's record before the desk has decided, as the family name differs. */
export const RECORD_HELD = recordLink({ ...UNLINKED, account: ACCOUNT, state: 'held', reason: 'name' });

export const NO_RECORD = recordLink({ ...UNLINKED, account: ACCOUNT, isConnected: false, state: 'none' });

const CANDIDATE = {
  patientId: 'erXuFYUfucBZaryVksYEcMg3',
  name: 'Maximiliana Josephine Wolfeschlegelsteinhausenbergerdorff',
  birthDate: '1959-03-14',
  isSameFamilyName: false,
  isSameBirthDate: true,
  isDeceased: false,
  isLinkedElsewhere: false,
};

/** Who that record may belong to: someone else, and someone who has died. */
export const CANDIDATES = {
  account: ACCOUNT,
  candidates: [
    CANDIDATE,
    { ...CANDIDATE, patientId: 'e63w', name: 'Max', birthDate: '1931', isSameBirthDate: false, isDeceased: true },
  ],
};

const LINK = {
  account: ACCOUNT,
  linkedAt: CREATED,
  checkedAt: CREATED,
  triedAt: CREATED,
  failure: null,
  reason: null,
  isLate: false,
};

/** Links of three patients: one for the desk to decide on, one up to date, one that is late. */
export const RECORD_LINKS = [
  { ...LINK, id: 'person-1', state: 'held', reason: 'name', checkedAt: null },
  { ...LINK, id: 'person-0', state: 'linked' },
  { ...LINK, id: 'person-2', state: 'linked', failure: 'refused', isLate: true },
];
