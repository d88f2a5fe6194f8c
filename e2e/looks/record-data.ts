import type { About, CareTeam, Day, GoingHome, Medications } from '../../mock-api/src/contract.ts';
import { documents, letter, observations } from '../../records-mfe/src/testing/series.ts';

const source = { name: 'Northside General Hospital', checkedAt: new Date().toISOString(), state: 'ok' } as const;
const item = { at: '2012-06-12', until: null, lang: null, notes: [] };

type Medication = Medications['medications'][number];

const medication: Medication = {
  ...item,
  id: 'metformin',
  name: 'Metformin 500 mg',
  state: 'current',
  how: ['One tablet with breakfast', 'One tablet with supper'],
  times: ['08:00', '18:00'],
  for: ['Type 2 diabetes'],
  notes: ['Take it with food, or it may upset your stomach.'],
  why: [],
  basis: 'prescribed',
};

/** A medication in every state, one that the record contradicts, and one in the hospital's own language. */
export const MEDICATIONS: Medications = {
  source,
  medications: [
    medication,
    { ...medication, id: 'told', how: ['One tablet with supper only'], basis: 'reported' },
    { ...medication, id: 'not', name: 'Ibuprofen', state: 'do-not-take' },
    { ...medication, id: 'unclear', name: 'Inhalateur de salbutamol', state: 'unclear', how: [], lang: 'fr' },
    { ...medication, id: 'paused', name: 'Hydrochlorothiazide 12.5 mg', state: 'paused', why: ['You feel dizzy'] },
    { ...medication, id: 'planned', name: 'Iron 300 mg', state: 'planned' },
    { ...medication, id: 'given', name: 'Acetaminophen 500 mg', state: 'given', basis: 'given' },
    { ...medication, id: 'past', name: 'Amoxicillin 500 mg', state: 'past', why: ['Rash'], until: '2020-03' },
  ],
};

const member = {
  ...item,
  id: 'osei',
  name: 'Dr. Amara Osei',
  role: 'Emergency physician',
  isNow: true,
  isPast: false,
  isYou: false,
};
const nurse = { ...member, id: 'nurse', name: 'Camille Lavoie', role: 'Nurse', isNow: false };

export const CARE_TEAM: CareTeam = {
  source,
  now: null,
  people: [
    member,
    { ...nurse, name: null },
    { ...nurse, id: 'you', name: null, role: 'Patient', isYou: true },
    { ...nurse, id: 'benali', name: 'Samir Benali', role: 'Dietitian', isPast: true, until: '2019' },
  ],
};

const allergy: About['allergies']['items'][number] = {
  ...item,
  id: 'sulfa',
  name: 'Sulfa antibiotics',
  state: 'current',
  risk: 'high',
  isCertain: true,
  reactions: [{ name: 'Rash and swollen lips', severity: 'severe', at: '2012-06' }],
};
const condition: About['conditions'][number] = {
  ...item,
  id: 'd',
  name: 'Diabetes',
  state: 'current',
  remark: null,
  severity: 'mild',
  since: 'May 2019',
  end: null,
};
const vaccination = { ...item, id: 'flu', name: 'Influenza', given: true, when: 'October 2019', remark: null };

export const ABOUT: About = {
  source,
  allergies: {
    statement: 'No known allergies',
    conflict: 'These don’t agree.',
    items: [allergy, { ...allergy, id: 'food', name: 'Strawberries', risk: 'low', isCertain: false, reactions: [] }],
  },
  conditions: [
    condition,
    { ...condition, id: 'x', name: 'Dizziness', state: 'looked-into', remark: 'Being looked into' },
  ],
  immunizations: [
    vaccination,
    { ...vaccination, id: 'no', name: 'Tetanus', given: false, remark: 'Not given: allergic' },
  ],
};

/** Measurements in two units, one with a correction and one without a number. */
export const MEASUREMENTS = observations();

/** Documents that open and some that don't, and resources that no screen shows. */
export const DOCUMENTS = documents(
  [
    letter({ status: 'Not final yet' }),
    letter({ id: 'elsewhere', title: 'Letter of your insurance', media: null, cannotOpen: 'elsewhere' }),
    letter({ id: 'damaged', title: 'Report of your knee', at: '2017', media: null, cannotOpen: 'damaged' }),
  ],
  [
    { type: 'DeviceUseStatement', count: 1 },
    { type: 'ServiceRequest', count: 12 },
  ],
);

const VISIT = {
  id: 'a',
  at: null,
  lang: 'fr',
  name: 'Suivi',
  start: '2099-12-09T19:15:00.000Z',
  end: null,
  status: 'Booked',
  place: 'Head injury clinic, Level 1',
  people: ['Dr. Amara Osei'],
  eventId: null,
};

export const GOING_HOME: GoingHome = {
  source,
  plans: [
    {
      id: 'plan',
      title: 'Going home after your fall',
      doctor: 'Dr. Amara Osei',
      points: [
        {
          point: 'drive',
          kind: 'warning',
          title: 'Not: Drive a car',
          text: 'Until the clinic says you may',
          lang: null,
        },
        { point: 'rest', kind: 'advice', title: 'Rest, and keep screens short', text: 'First two days', lang: null },
        { point: 'goal', kind: 'goal', title: 'Goal: Walk to the corner store and back', text: '', lang: null },
      ],
    },
  ],
  medications: [
    { ...medication, point: 'm' },
    { ...medication, id: 'i', point: 'i', name: 'Ibuprofen', state: 'do-not-take', times: [], how: [], for: [] },
  ],
  appointments: [{ ...VISIT, point: 'a' }],
  allergies: { point: 'allergies', statement: null, conflict: null, items: [allergy] },
  contacts: { point: 'contacts' },
  ticked: ['rest', 'm'],
};

export const DAY: Day = {
  source,
  next: { step: null, appointments: [VISIT] },
  medications: [medication],
  careTeam: [member, nurse],
};

/** The profile of a patient whose home shows a day. */
export const PROFILE = {
  id: 1,
  title: 'Jordan Avery',
  message: '',
  hasDay: true,
  data: { firstName: 'Jordan', lastName: 'Avery', organization: source.name, previousStay: null },
};
