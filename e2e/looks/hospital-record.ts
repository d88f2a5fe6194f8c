import { withResponse } from './acts.ts';
import type { Group } from './screen-state.ts';

const source = { name: 'Northside General Hospital', checkedAt: '2020-03-16T14:10:00.000Z', state: 'ok' };
const item = { at: '2012-06-12', until: null, lang: null, notes: [] };

const medication = {
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
const MEDICATIONS = [
  medication,
  { ...medication, id: 'told', how: ['One tablet with supper only'], basis: 'reported' },
  { ...medication, id: 'not', name: 'Ibuprofen', state: 'do-not-take' },
  { ...medication, id: 'unclear', name: 'Inhalateur de salbutamol', state: 'unclear', how: [], lang: 'fr' },
  { ...medication, id: 'paused', name: 'Hydrochlorothiazide 12.5 mg', state: 'paused', why: ['You feel dizzy'] },
  { ...medication, id: 'planned', name: 'Iron 300 mg', state: 'planned' },
  { ...medication, id: 'given', name: 'Acetaminophen 500 mg', state: 'given', basis: 'given' },
  { ...medication, id: 'past', name: 'Amoxicillin 500 mg', state: 'past', why: ['Rash'], until: '2020-03' },
];

const member = {
  ...item,
  name: 'Dr. Amara Osei',
  role: 'Emergency physician',
  isNow: true,
  isPast: false,
  isYou: false,
};

const PEOPLE = [
  { ...member, id: 'osei' },
  { ...member, id: 'nurse', name: null, role: 'Nurse', isNow: false },
  { ...member, id: 'you', name: null, role: 'Patient', isNow: false, isYou: true },
  { ...member, id: 'benali', name: 'Samir Benali', role: 'Dietitian', isNow: false, isPast: true, until: '2019' },
];

const allergy = { ...item, id: 'sulfa', name: 'Sulfa antibiotics', state: 'current', risk: 'high', isCertain: true };
const condition = { ...item, id: 'd', name: 'Diabetes', remark: null, severity: 'mild', since: 'May 2019', end: null };
const vaccination = { ...item, id: 'flu', name: 'Influenza', given: true, when: 'October 2019', remark: null };

const ABOUT = {
  source,
  allergies: {
    statement: 'No known allergies',
    conflict: 'These don’t agree.',
    items: [
      { ...allergy, reactions: [{ name: 'Rash and swollen lips', severity: 'severe', at: '2012-06' }] },
      { ...allergy, id: 'food', name: 'Strawberries', risk: 'low', isCertain: false, reactions: [] },
    ],
  },
  conditions: [
    { ...condition, state: 'current' },
    { ...condition, id: 'x', name: 'Dizziness', state: 'looked-into', remark: 'Being looked into' },
  ],
  immunizations: [
    vaccination,
    { ...vaccination, id: 'no', name: 'Tetanus', given: false, remark: 'Not given: allergic' },
  ],
};

/** The parts of the hospital's record, each in its fullest state. */
export const HOSPITAL_RECORD: Group = {
  name: 'hospital-record',
  as: 'patient',
  states: [
    { name: 'all', path: '/profile/1/records', heading: 'My records', see: 'Care team' },
    {
      name: 'medications',
      path: '/profile/1/medications',
      heading: 'My medications',
      act: withResponse(
        { path: 'v1/profiles/1/medications', body: { source, medications: MEDICATIONS } },
        'These don’t agree',
      ),
    },
    {
      name: 'care-team',
      path: '/profile/1/care-team',
      heading: 'My care team',
      act: withResponse(
        { path: 'v1/profiles/1/care-team', body: { source, people: PEOPLE, now: null } },
        'Samir Benali',
      ),
    },
    {
      name: 'about',
      path: '/profile/1/about',
      heading: 'About me',
      act: withResponse({ path: 'v1/profiles/1/about', body: ABOUT }, 'These don’t agree'),
    },
  ],
};
