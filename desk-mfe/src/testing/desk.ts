import type {
  DeskAccount,
  DeskPatientDetails,
  DeskRecordLink,
  DeskRequest,
  DeskTemplate,
  PatientIdentifiers,
} from 'mock-api/contract';

const createdAt = '2026-11-20T09:41:00.000Z';

/** Returns an account under review; override the fields that matter to the test. */
export const account = (fields: Partial<DeskAccount> & Pick<DeskAccount, 'id'>): DeskAccount => ({
  firstName: 'Ada',
  lastName: 'Lovell',
  email: 'ada@example.org',
  organization: 'Northside General Hospital',
  phoneNumber: '+1 416 555 0177',
  roleType: 'professional',
  emailValidated: true,
  status: 'review',
  reason: null,
  createdAt,
  invitations: [],
  ...fields,
});

const IDENTIFIERS: PatientIdentifiers = {
  dateOfBirth: '1958-03-14',
  room: '412',
  ward: null,
  recordNumber: null,
  bandCode: null,
};

/** Returns a patient who has a wristband and can sign in. */
export const deskPatient = (fields: Partial<DeskPatientDetails> = {}): DeskPatientDetails => ({
  id: 'lea',
  firstName: 'Léa',
  lastName: 'Côté',
  name: 'Léa Côté',
  email: null,
  phoneNumber: '+1 514 555 0142',
  wristbandCode: 'ER10000042',
  ...IDENTIFIERS,
  isExpired: false,
  createdAt,
  lastLoginAt: null,
  scannedAt: null,
  isLocked: false,
  sessions: 0,
  openRequests: 0,
  next: null,
  events: [],
  records: [],
  ...fields,
});

/** Returns a patient's question that staff have not read. */
export const deskRequest = (fields: Partial<DeskRequest> & Pick<DeskRequest, 'id'>): DeskRequest => ({
  kind: 'question',
  about: { type: 'result', id: 'blood', title: 'Blood test' },
  text: 'Why is it high?',
  status: 'sent',
  who: 'Léa Côté',
  createdAt,
  seenAt: null,
  doneAt: null,
  replies: [],
  patient: { id: 'lea', name: 'Léa Côté', dateOfBirth: '1958-03-14', room: '412' },
  ...fields,
});

/** Returns a template for replies. */
export const template = (fields: Partial<DeskTemplate> & Pick<DeskTemplate, 'id'>): DeskTemplate => ({
  kind: 'reply',
  title: { en: 'We’re finding out', fr: 'Nous nous informons' },
  text: { en: 'We’ll write to you soon.', fr: 'Nous vous écrirons bientôt.' },
  ...fields,
});

/** Returns a patient's link to the hospital's system, read this morning. */
export const recordLink = (fields: Partial<DeskRecordLink> = {}): DeskRecordLink => ({
  isConnected: true,
  source: 'Northside General Hospital',
  account: { name: 'Léa Côté', birthDate: '1958-03-14' },
  state: 'linked',
  reason: null,
  linkedAt: createdAt,
  checkedAt: createdAt,
  triedAt: createdAt,
  failure: null,
  isBirthDateCompared: true,
  patientId: 'p-1042',
  comparedAt: null,
  isSyncing: false,
  stored: [{ type: 'Observation', count: 12 }],
  shown: { results: 2, carePlans: 1, events: 3, items: 9 },
  heldBack: [],
  ...fields,
});
