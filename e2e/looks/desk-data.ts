import { account, deskPatient, deskRequest, template } from 'desk-mfe/testing/desk';

export const CREATED = '2026-11-20T08:00:00.000Z';
const LONG_EMAIL = 'maximiliana.wolfeschlegelsteinhausen@northside-general-hospital.example.org';
const LONG_NAME = ['Maximiliana Josephine Anastasia', 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh'] as const;

/** People with long and short names, as they occur in hospitals; of the third, no date of birth and room are known. */
const PEOPLE = ([['Léa', 'Côté'], LONG_NAME, ['Anh', 'Nguyễn'], ['Jean-François', 'Bélanger-Tremblay']] as const).map(
  ([firstName, lastName], index) => ({
    id: `person-${index}`,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    dateOfBirth: index === 2 ? null : `19${58 + index}-03-14`,
    room: index === 2 ? null : `41${index}`,
  }),
);
export const LONG_PERSON = { id: 'person-1', name: LONG_NAME.join(' '), dateOfBirth: '1959-03-14', room: '411' };

/** Patients without a wristband: numbers as sent, confirmed and missing. */
export const ARRIVALS = PEOPLE.map(({ name: _name, ...person }, index) => ({
  ...person,
  recordNumber: `H100${index}`,
  ward: index === 2 ? null : '4A',
  admittedAt: '2026-11-20T09:41:00.000Z',
  phoneNumber: [null, '(416)555-0177', '+1 416 555 0178', '(514)555-0142'][index],
  phoneConfirmed: index === 2,
  ...(index === 0 && { hasSimilarName: true }),
}));

/** Accounts that await a decision. One has responded to an open invitation, another to one that has ended. */
export const ACCOUNTS_WAITING = PEOPLE.map((person, index) => ({
  ...account({
    ...person,
    email: index === 1 ? LONG_EMAIL : 'lea@example.net',
    organization: index === 2 ? null : 'Northside General Hospital, Department of Emergency Medicine',
    emailValidated: index !== 2,
  }),
  invitations: [
    ...(index === 1 ? [{ patient: LONG_PERSON, invitedAt: CREATED, state: 'open' }] : []),
    ...(index === 3 ? [{ patient: person, invitedAt: CREATED, state: 'ended' }] : []),
  ],
}));

/** Patients with a wristband, one without, and one whose trial has expired. */
export const PATIENTS = PEOPLE.map((person, index) =>
  deskPatient({
    ...person,
    wristbandCode: index === 2 ? null : `ER4071836${index}`,
    isExpired: index === 3,
    ...(index < 2 && { hasSimilarName: true as const }),
    ...(index === 0 && { wasMerged: true as const }),
  }),
);

const EVENT = {
  profileId: 1,
  type: 0,
  content: '',
  content2: null,
  linkId: null,
  previousStay: false,
  createdAt: CREATED,
};
const SEEN = { ...EVENT, status: 'VIEWED', viewed: true } as const;

/** One of them, who is locked out and signed in on two devices, with a delayed next step. */
export const PATIENT = {
  ...deskPatient({ ...LONG_PERSON, firstName: LONG_NAME[0], lastName: LONG_NAME[1], wristbandCode: 'ER40718361' }),
  preferredName: 'Maxi',
  hasSimilarName: true,
  recordNumber: 'MRN-445566',
  bandCode: null,
  stay: { state: 'admitted', admittedAt: CREATED, dischargedAt: null, room: '412' },
  supporters: [
    { id: 'robin', name: 'Robin', account: LONG_NAME.join(' '), status: 'ACCEPTED' },
    { id: 'sacha', name: 'Sacha', account: null, status: 'PENDING' },
  ],
  merges: [
    {
      id: 'merge',
      at: CREATED,
      retired: { name: LONG_NAME.join(' '), dateOfBirth: '1958-03-15', recordNumber: 'MRN-445577' },
      undoableUntil: '2026-12-20T12:00:00.000Z',
    },
  ],
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
    { ...EVENT, id: 'new', name: 'Dr. Amara Osei looks after you', status: 'NOT_VIEWED', viewed: false },
    { ...SEEN, id: 'seen', name: 'Blood test taken' },
    { ...SEEN, id: 'long', name: 'A very long title of an event that staff have written to say all of it at once' },
  ],
  records: [
    { type: 'result', id: 'blood', title: 'Blood test' },
    { type: 'care-plan', id: 'plan', title: 'Recovering from a mild concussion' },
  ],
};

const REPLY = { id: 'r', who: 'Dana Whitfield', createdAt: CREATED, text: 'The first tube was too small.' };

/** Requests of patients and of a supporter; three are overdue. */
export const REQUESTS = PEOPLE.map((patient, index) => ({
  ...deskRequest({ id: `request-${index}`, who: index === 3 ? 'Zoé Bélanger' : patient.name, patient }),
  kind: ['question', 'request', 'correction', 'question'][index],
  about: index === 1 ? { type: 'result', id: 'blood', title: 'Blood test' } : null,
  text: 'Why was my blood taken twice?\n\nIt hurt a little, and nobody has told me what for. Please tell me.',
  replies: index === 0 ? [REPLY] : [],
  dueAt: index === 0 ? null : CREATED,
  language: index === 0 ? 'fr' : 'en',
}));

/** What patients need in bed: an urgent pain, help that is on the way, and what no one has seen yet. */
export const NEEDS = PEOPLE.map((patient, index) => ({
  ...deskRequest({ id: `need-${index}`, who: patient.name, patient: { ...patient, ward: index < 2 ? '4A' : '4B' } }),
  kind: ['pain', 'toilet', 'water', 'other'][index],
  level: index === 0 ? 8 : null,
  urgency: index === 0 ? 'urgent' : 'routine',
  status: index === 1 ? 'on-the-way' : 'sent',
  assignee: index === 1 ? 'Marie-Antoinette Villeneuve' : null,
  about: null,
  text: index === 3 ? 'A second pillow, please.' : '',
  dueAt: CREATED,
}));

/** Concerns: of someone who gave no name, of whom the ward is shown and not, and of a patient who is worse at home. */
const NOBODY = { id: 'nobody', name: 'Anonymous', dateOfBirth: null, room: null, ward: null };
export const CONCERNS = [{ ...NOBODY, ward: '4A' }, NOBODY, { ...LONG_PERSON, ward: '4B' }].map((patient, index) => ({
  ...deskRequest({ id: `concern-${index}`, who: patient.name, patient }),
  kind: 'concern',
  about: { type: 'daily', id: 'daily', title: 'Question of the day' },
  text: ['No one washes their hands before they come to my bed.', '', 'My pills look different today.'][index],
  dueAt: CREATED,
  ...(index < 2 && { isAnonymous: true }),
}));

export const LANGUAGES = [
  { language: 'es', signed: 12, unsigned: 966, changed: 1 },
  { language: 'zh-Hant', signed: 950, unsigned: 0, changed: 0 },
  { language: 'ar', signed: 0, unsigned: 1064, changed: 0 },
];

const TEXT = { place: 'Your data', mark: 'a', state: 'unsigned', signedBy: null, signedOn: null } as const;

export const CRITICAL_TEXTS = [
  {
    ...TEXT,
    id: 'timeline-mfe/own-data:pinText',
    english: 'We’ll text a {{digits}}-digit code to {{phone}}.',
    translation: 'سنرسل رمزًا من {{digits}} أرقام في رسالة نصية إلى {{phone}}.',
  },
  {
    ...TEXT,
    id: 'timeline-mfe/own-data:eraseStays',
    english:
      'By law or for safety, a few things stay: the hospital’s own medical record; who viewed and changed your data, without your name; and backups, until they’re deleted.',
    translation:
      'بحكم القانون أو من أجل السلامة، تبقى بعض الأشياء: السجل الطبي الخاص بالمستشفى؛ ومن اطلع على بياناتك وغيّرها، دون اسمك؛ والنسخ الاحتياطية، إلى أن تُحذف.',
    state: 'changed',
    signedBy: 'Marie-Antoinette Villeneuve',
    signedOn: '2026-11-20',
  },
] as const;

/** Answers to the questions of the day, in a large ward and in one of which nothing may be told. */
export const RATES = [
  { month: '2026-10', ward: '4A', kind: 'worry', asked: 412, answered: 263, worried: 19, ended: 17, minutesToEnd: 95 },
  { month: '2026-10', ward: '4A', kind: 'at-home', asked: 120, answered: 64, worried: 6, ended: 6, minutesToEnd: 240 },
  {
    month: '2026-10',
    ward: null,
    kind: 'worry',
    asked: 9,
    answered: 8,
    worried: null,
    ended: null,
    minutesToEnd: null,
  },
];

/** Two who go home today, one of them with a point that is not clear, and one tomorrow. */
export const LEAVING = {
  today: '2026-11-20',
  isCut: false,
  leaving: PEOPLE.slice(0, 3).map((patient, index) => ({
    patient: { ...patient, ward: '4A' },
    day: index < 2 ? '2026-11-20' : '2026-11-21',
    home: index === 0 ? { at: '11:00', ride: 'Her sister, by car', equipment: [] } : null,
    checklist: { total: 7, ticked: [3, 7, 0][index] },
    open: index === 1 ? [] : ['Don’t drive', 'Acetaminophen 500 mg tablets', 'I know who to call'],
    unsure: index === 0 ? [{ ...NEEDS[1], id: 'unsure', kind: 'question', text: 'Don’t drive\n\nFor how long?' }] : [],
  })),
};

/** The feed, which is behind, and what it has put aside: with and without a patient, and of a type that isn't read. */
export const FEED = {
  lastReceivedAt: CREATED,
  delaySeconds: 4_830,
  counts: { received: 31, applied: 18_204, aside: 3, unused: 412, dismissed: 7 },
};
export const FEED_ASIDE = [
  {
    type: 'ADT^A40',
    patientId: 'person-1',
    reason: 'It would join two records that staff have split, or that can’t be joined any more.',
  },
  {
    type: 'ORU^R01',
    patientId: null,
    reason: 'This patient isn’t here yet. We’ll try again when the patient arrives.',
  },
  {
    type: 'ZZZ^Z01',
    patientId: null,
    reason: 'Something went wrong on our side. Try again, or ask for technical support.',
  },
].map((message, index) => ({
  ...message,
  id: `message-${index}`,
  sender: index === 1 ? 'LABORATORY_INFORMATION_SYSTEM/NORTHSIDE_GENERAL_HOSPITAL' : 'ADT/NORTH',
  controlId: `20261120080000${index}`,
  receivedAt: CREATED,
  state: 'aside',
}));

/** The wristband of the patient, for a screen. The pattern is not a real code. */
export const WRISTBAND = {
  code: 'ER40718361',
  name: [...LONG_NAME].reverse().join(', '),
  size: 21,
  path: Array.from({ length: 21 }, (_, row) => `M${row % 3} ${row}h${21 - (row % 5) * 3}v1h-9z`).join(''),
};

export const TEMPLATES = {
  mayEdit: true,
  templates: [
    template({ id: 'soon' }),
    template({
      id: 'home',
      kind: 'event',
      title: { en: 'You can go home soon', fr: 'Vous pourrez bientôt rentrer chez vous' },
      text: {
        en: 'We’re preparing your papers. A nurse will go over your care plan with you before you leave.',
        fr: 'Nous préparons vos documents. Avant votre départ, nous verrons votre plan de soins avec vous.',
      },
    }),
  ],
};

export const SIGN_UPS = PEOPLE.map(({ name }, index) => ({
  id: `sign-up-${index}`,
  name,
  email: index === 1 ? LONG_EMAIL : 'a@example.org',
  city: index === 2 ? null : 'Saint-Louis-du-Ha! Ha!',
  optIn: index !== 2,
  createdAt: CREATED,
}));

export const OPENINGS = PEOPLE.map(({ name }, index) => ({
  id: `opening-${index}`,
  at: CREATED,
  staff: { id: 'nurse', name: 'Dana Whitfield' },
  patient: { id: `person-${index}`, name, ward: index === 2 ? null : '4A' },
  reason: index === 0 ? 'advice' : 'emergency',
  note: index === 0 ? 'Asked by Dr. Roy' : null,
}));

/** Every pattern, with and without a reason. */
export const PATTERNS = (['same-name', 'colleague', 'many'] as const).map((pattern, index) => ({
  id: `${pattern}.${index}`,
  at: CREATED,
  pattern,
  staff: { id: 'nurse', name: 'Dana Whitfield' },
  patient: pattern === 'many' ? null : { id: `person-${index}`, name: PEOPLE[index]?.name ?? '' },
  patients: pattern === 'many' ? 47 : null,
  opening: index === 0 ? { reason: 'advice', note: 'Asked by Dr. Roy' } : null,
}));

/** Texts of the hospital's service that wait, the first with a long report and patient. */
export const EXPLANATIONS = [LONG_PERSON, { ...LONG_PERSON, id: 'person-0', name: 'Léa Côté' }].map(
  (patient, index) => ({
    id: `explanation-${index}`,
    patient,
    result: { id: 'ct', name: 'CT of the head', resultsAt: CREATED },
    report: `CT of the head\n\n${index === 0 ? 'Volumetric acquisition without intravenous contrast. '.repeat(6) : ''}No hemorrhage.`,
    text: 'Your scan shows no bleeding in the head.\nAsk your care team what it means for you.',
    language: 'en',
    state: 'waiting',
    createdAt: CREATED,
    decidedBy: null,
    decidedAt: null,
  }),
);

/** A check of medications whose differences a nurse has read. */
export const MEDICATION_CHECKS = {
  asked: null,
  checks: [
    {
      id: '00000000-0000-4000-8000-000000000003',
      at: '2026-11-25T09:30:00.000Z',
      since: { added: 1, changed: 0, stopped: 0 },
      who: 'Zoë Côté',
      isByPatient: false,
      answers: [
        { id: 'a', name: 'Metformin 500 mg', how: ['One tablet with breakfast'], state: 'current', answer: 'take' },
        { id: 'b', name: 'Ramipril 5 mg', how: [], state: 'current', answer: 'differently', words: 'Half a tablet' },
      ].map((answer) => ({ ...answer, isDifferent: answer.answer !== 'take' })),
      added: [{ name: 'Vitamin D', amount: '1000 units', when: 'Mornings' }],
      request: {
        id: 'request-9',
        status: 'seen',
        seenBy: 'Kim Nguyen',
        seenAt: '2026-11-25T10:00:00.000Z',
        doneBy: null,
        doneAt: null,
      },
    },
  ],
};

/** A plan that the patient has said back, and what the record knows. */
export const DAY_PLANS = {
  today: '2026-11-25',
  plans: [
    {
      date: '2026-11-25',
      goal: 'Walk to the window twice',
      steps: [{ text: 'Blood test', at: '08:00' }],
      people: [{ text: 'Dr. Roy', at: '10:00' }],
      homeExpected: null,
      updatedAt: '2026-11-25T12:00:00.000Z',
      writtenBy: 'Kim Nguyen',
      readBack: { text: 'A blood test, then I walk twice.', at: '2026-11-25T13:00:00.000Z' },
    },
  ],
  questions: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      text: 'When can I shower?',
      about: { type: 'result', id: 'blood', title: 'Blood test' },
      who: 'Léa Côté',
      isYours: false,
      createdAt: '2026-11-25T10:00:00.000Z',
      answeredAt: null,
    },
    {
      id: '00000000-0000-4000-8000-000000000002',
      text: 'What is this test for?',
      about: null,
      who: 'Zoë Côté',
      isYours: false,
      createdAt: '2026-11-25T09:00:00.000Z',
      answeredAt: '2026-11-25T11:00:00.000Z',
    },
  ],
  suggested: { steps: [], people: [] },
} as const;
