const CREATED = '2026-11-20T08:00:00.000Z';

/** Long and short names, as they occur in hospitals. */
const NAMES = [
  ['Léa', 'Côté'],
  ['Maximiliana Josephine Anastasia', 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'],
  ['Anh', 'Nguyễn'],
  ['Jean-François', 'Bélanger-Tremblay'],
] as const;

const person = (index: number) => {
  const [firstName, lastName] = NAMES[index % NAMES.length] ?? NAMES[0];
  return {
    id: `person-${index}`,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    dateOfBirth: index === 2 ? null : `19${58 + index}-03-14`,
    room: index === 2 ? null : `41${index}`,
    createdAt: CREATED,
  };
};

/** Invitations that two of the accounts have responded to: an open one, and one that another account has accepted. */
const INVITATIONS: Record<number, object[]> = {
  1: [
    {
      patient: { id: 'person-1', name: NAMES[1].join(' '), dateOfBirth: '1959-03-14', room: '411' },
      invitedAt: CREATED,
      state: 'open',
    },
  ],
  3: [{ patient: { id: 'person-3', name: NAMES[3].join(' ') }, invitedAt: CREATED, state: 'ended' }],
};

/** Accounts that await a decision. */
export const ACCOUNTS_WAITING = NAMES.map((_name, index) => ({
  ...person(index),
  email:
    index === 1 ? 'maximiliana.wolfeschlegelsteinhausen@northside-general-hospital.example.org' : 'lea@example.net',
  organization: index === 2 ? null : 'Northside General Hospital, Department of Emergency Medicine',
  phoneNumber: '+1 416 555 0177',
  roleType: 'professional',
  emailValidated: index !== 2,
  status: 'review',
  reason: null,
  invitations: INVITATIONS[index] ?? [],
}));

/** Patients with a wristband, one without, and one whose trial has expired. */
export const PATIENTS = NAMES.map((_name, index) => ({
  ...person(index),
  email: null,
  phoneNumber: '+1 514 555 0142',
  wristbandCode: index === 2 ? null : `ER4071836${index}`,
  isExpired: index === 3,
}));

/** One of them, who is locked out and signed in on two devices, with a delayed next step. */
export const PATIENT = {
  ...PATIENTS[1],
  lastLoginAt: CREATED,
  scannedAt: CREATED,
  isLocked: true,
  sessions: 2,
  openRequests: 3,
  next: {
    id: 'n',
    profileId: 1,
    title: 'X-ray of the right ankle',
    content: 'A porter takes you there.',
    kind: 'next-step',
    icon: 'map-pin',
    place: 'Level 2, imaging',
    at: '2026-11-20T15:05:00.000Z',
    delay: { minutes: 25, reason: 'An emergency came first.' },
    createdAt: CREATED,
  },
  events: [
    'Dr. Amara Osei looks after you',
    'Blood test taken',
    'A very long title of an event that staff have written to say all of it at once, whatever comes',
  ].map((name, index) => ({
    id: `event-${index}`,
    profileId: 1,
    type: 0,
    status: index === 0 ? 'NOT_VIEWED' : 'VIEWED',
    name,
    content: '',
    content2: null,
    viewed: index !== 0,
    linkId: null,
    previousStay: false,
    createdAt: CREATED,
  })),
  records: [
    { type: 'result', id: 'blood', title: 'Blood test' },
    { type: 'care-plan', id: 'plan', title: 'Recovering from a mild concussion' },
  ],
};

/** Requests of patients and of a supporter. */
export const REQUESTS = NAMES.map((_name, index) => ({
  id: `request-${index}`,
  kind: ['question', 'request', 'correction', 'question'][index],
  about: index === 1 ? { type: 'result', id: 'blood', title: 'Blood test' } : null,
  text: 'Why was my blood taken twice?\n\nIt hurt a little, and nobody has told me what for. Please tell me before the next one.',
  status: 'sent',
  who: index === 3 ? 'Zoé Bélanger' : person(index).name,
  createdAt: CREATED,
  seenAt: null,
  doneAt: null,
  replies:
    index === 0 ? [{ id: 'r', who: 'Dana Whitfield', createdAt: CREATED, text: 'The first tube was too small.' }] : [],
  patient: {
    id: person(index).id,
    name: person(index).name,
    dateOfBirth: person(index).dateOfBirth,
    room: person(index).room,
  },
  dueAt: index === 0 ? null : CREATED,
  language: index === 0 ? 'fr' : 'en',
}));

/** The wristband of the patient, for a screen. The pattern is not a real code. */
export const WRISTBAND = {
  code: 'ER40718361',
  name: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Maximiliana Josephine Anastasia',
  size: 21,
  path: Array.from(
    { length: 21 },
    (_, row) => `M${row % 3} ${row}h${21 - (row % 5) * 3}v1h-${21 - (row % 5) * 3}z`,
  ).join(''),
};

/** Templates of a hospital. */
export const TEMPLATES = {
  mayEdit: true,
  templates: [
    {
      id: 'soon',
      kind: 'reply',
      title: { en: 'We’ll be with you soon', fr: 'Nous arrivons bientôt' },
      text: {
        en: 'Thank you for letting us know. Someone from your care team will be with you soon.',
        fr: 'Merci de nous avoir prévenus. Un membre de votre équipe de soins vous verra bientôt.',
      },
    },
    {
      id: 'home',
      kind: 'event',
      title: { en: 'You can go home soon', fr: 'Vous pourrez bientôt rentrer chez vous' },
      text: {
        en: 'We’re preparing your papers. A nurse will go over your care plan with you before you leave.',
        fr: 'Nous préparons vos documents. Avant votre départ, nous verrons votre plan de soins avec vous.',
      },
    },
  ],
};

/** Interest sign-ups. */
export const SIGN_UPS = NAMES.map((_name, index) => ({
  id: `sign-up-${index}`,
  name: person(index).name,
  email: index === 1 ? 'maximiliana.wolfeschlegelsteinhausen@northside-general-hospital.example.org' : 'a@example.org',
  city: index === 2 ? null : 'Saint-Louis-du-Ha! Ha!',
  optIn: index !== 2,
  createdAt: CREATED,
}));

const LINKED = {
  linkedAt: CREATED,
  checkedAt: CREATED,
  triedAt: CREATED,
  failure: null,
};
const account = (index: number) => ({ name: person(index).name, birthDate: person(index).dateOfBirth });

/** A record that is linked but late, with entries held back for every reason. */
export const RECORD = {
  isConnected: true,
  source: 'Northside General Hospital',
  account: account(1),
  state: 'linked',
  reason: null,
  ...LINKED,
  failure: 'unreachable',
  patientId: 'erXuFYUfucBZaryVksYEcMg3',
  comparedAt: CREATED,
  isSyncing: false,
  stored: [
    { type: 'Observation', count: 1204 },
    { type: 'MedicationRequest', count: 9 },
  ],
  shown: { results: 31, carePlans: 2, events: 14, items: 1180 },
  heldBack: [
    { why: 'file', type: 'DocumentReference', count: 1 },
    { why: 'shape', type: 'Observation', count: 3 },
    { why: 'withheld', type: null, count: 2 },
    { why: 'type', type: 'MolecularSequence', count: 12 },
    { why: 'type', type: 'Device', count: 2 },
    { why: 'not-allowed', type: 'Condition', count: null },
  ],
};

/** The same patient's record before the desk has decided, as the family name differs. */
export const RECORD_HELD = {
  ...RECORD,
  state: 'held',
  reason: 'name',
  linkedAt: null,
  checkedAt: null,
  comparedAt: null,
  failure: null,
  patientId: null,
  stored: [],
  heldBack: [],
};

/** A hospital without a FHIR server. */
export const NO_RECORD = { ...RECORD_HELD, isConnected: false, state: 'none', reason: null };

/** Who that record may belong to: someone else, and someone who has died. */
export const CANDIDATES = {
  account: account(1),
  candidates: [
    {
      patientId: 'erXuFYUfucBZaryVksYEcMg3',
      name: 'Maximiliana Josephine Wolfeschlegelsteinhausenbergerdorff',
      birthDate: '1959-03-14',
      isSameFamilyName: false,
      isSameBirthDate: true,
      isDeceased: false,
      isLinkedElsewhere: false,
    },
    {
      patientId: 'e63wRTbPfr1p8UW81d8Seiw3',
      name: 'Max Featherstone',
      birthDate: '1931',
      isSameFamilyName: false,
      isSameBirthDate: false,
      isDeceased: true,
      isLinkedElsewhere: false,
    },
  ],
};

/** Links of three patients: one for the desk to decide on, one up to date, one that is late. */
export const RECORD_LINKS = [
  { id: 'person-1', account: account(1), ...LINKED, state: 'held', reason: 'name', checkedAt: null, isLate: false },
  { id: 'person-0', account: account(0), ...LINKED, state: 'linked', reason: null, isLate: false },
  {
    id: 'person-2',
    account: account(2),
    ...LINKED,
    state: 'linked',
    reason: null,
    failure: 'refused',
    isLate: true,
  },
];
