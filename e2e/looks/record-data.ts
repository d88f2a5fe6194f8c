import type { Appointments, CarePlan, CareTeam, Day, GoingHome, Medications } from 'mock-api/contract';
import {
  about,
  allergy,
  condition,
  medication,
  member,
  source,
  vaccination,
} from 'records-mfe/testing/hospital-record';
import { bloodPressure, documents, hemoglobin, letter, observations } from 'records-mfe/testing/series';

const pill = medication({
  how: ['One tablet with breakfast', 'One tablet with supper'],
  times: ['08:00', '18:00'],
  notes: ['Take it with food, or it may upset your stomach.'],
});

/** A medication in every state, one that the record contradicts, and one in the hospital's own language. */
export const MEDICATIONS: Medications = {
  source,
  medications: [
    pill,
    { ...pill, id: 'told', how: ['One tablet with supper only'], basis: 'reported' },
    { ...pill, id: 'not', name: 'Ibuprofen', state: 'do-not-take' },
    { ...pill, id: 'unclear', name: 'Inhalateur de salbutamol', state: 'unclear', how: [], lang: 'fr' },
    { ...pill, id: 'paused', name: 'Hydrochlorothiazide 12.5 mg', state: 'paused', why: ['You feel dizzy'] },
    { ...pill, id: 'planned', name: 'Iron 300 mg', state: 'planned' },
    { ...pill, id: 'given', name: 'Acetaminophen 500 mg', state: 'given', basis: 'given' },
    { ...pill, id: 'past', name: 'Amoxicillin 500 mg', state: 'past', why: ['Rash'], until: '2020-03' },
  ],
  check: { due: 'admission', list: 'list', medications: [pill.id, 'not', 'unclear', 'paused'], last: null },
};

const physician = member({ isNow: true });
const nurse = member({ id: 'nurse', name: 'Camille Lavoie', role: 'Nurse' });

export const CARE_TEAM: CareTeam = {
  source,
  now: null,
  people: [
    physician,
    { ...nurse, name: null },
    { ...nurse, id: 'you', name: null, role: 'Patient', isYou: true },
    { ...nurse, id: 'benali', name: 'Samir Benali', role: 'Dietitian', isPast: true, until: '2019' },
  ],
};

export const ABOUT = about({
  allergies: {
    statement: 'No known allergies',
    conflict: 'These don’t agree.',
    items: [allergy(), allergy({ id: 'food', name: 'Strawberries', risk: 'low', isCertain: false, reactions: [] })],
  },
  conditions: [
    condition({ severity: 'mild' }),
    condition({ id: 'x', name: 'Dizziness', state: 'looked-into', remark: 'Being looked into' }),
  ],
  immunizations: [
    vaccination(),
    vaccination({ id: 'no', name: 'Tetanus', given: false, remark: 'Not given: allergic' }),
  ],
});

/** Measurements in two units, one with a correction and one without a number. */
export const HEMOGLOBIN = observations();
export const BLOOD_PRESSURE = observations(bloodPressure);
export const MEASUREMENTS = observations([...bloodPressure, ...hemoglobin]);

/** Two plans for the same condition, which don't agree. */
export const PLAN_OF_TWO = {
  id: 'plan',
  profileId: 1,
  data: {
    title: 'Recovering from a broken ankle',
    doctor: 'Dr. Helen Park',
    duration: '6 weeks',
    carePlans: [
      { title: 'Walk with crutches', comments: 'A little more each day', source: 0 },
      { title: 'Put the foot up', comments: 'When you sit', source: 1 },
      { title: 'Don’t put weight on your foot', comments: 'Until your visit', source: 1, kind: 'warning' },
    ],
    sources: [
      { id: 'plan', title: 'Recovering from a broken ankle', doctor: 'Dr. Helen Park', duration: '6 weeks' },
      { id: 'ward', title: 'After your operation', doctor: 'Dr. Amara Osei', duration: '2 weeks' },
    ],
  },
} satisfies CarePlan;

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

/** One in the hospital's language, and one of which only the time is known. */
export const APPOINTMENTS: Appointments = {
  source,
  appointments: [VISIT, { ...VISIT, id: 'b', name: 'Physiotherapy', lang: null, place: null, people: [] }],
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
          title: 'Don’t drive a car',
          text: 'Until the clinic says you may',
          lang: null,
        },
        { point: 'rest', kind: 'advice', title: 'Rest, and keep screens short', text: 'First two days', lang: null },
        { point: 'goal', kind: 'goal', title: 'Goal: Walk to the corner store and back', text: '', lang: null },
      ],
    },
  ],
  medications: [
    { ...pill, point: 'm' },
    { ...pill, id: 'i', point: 'i', name: 'Ibuprofen', state: 'do-not-take', times: [], how: [], for: [] },
  ],
  appointments: [{ ...VISIT, point: 'a' }],
  allergies: { point: 'allergies', statement: null, conflict: null, items: [allergy()] },
  contacts: { point: 'contacts' },
  ticked: ['rest', 'm'],
};

export const DAY: Day = {
  source,
  next: { step: null, appointments: [VISIT] },
  medications: [pill],
  careTeam: [physician, nurse],
};

export const PROFILE = {
  id: 1,
  title: 'Jordan Avery',
  message: '',
  hasDay: true,
  data: { firstName: 'Jordan', lastName: 'Avery', organization: source.name, previousStay: null },
};
