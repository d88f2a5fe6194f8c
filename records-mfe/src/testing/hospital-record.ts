import type { About, CareTeam, Medications } from 'mock-api/contract';

type Medication = Medications['medications'][number];
type Member = CareTeam['people'][number];
type Allergy = About['allergies']['items'][number];
type Condition = About['conditions'][number];
type Vaccination = About['immunizations'][number];

/** A hospital that has just been asked. */
export const source = {
  name: 'Northside General Hospital',
  checkedAt: new Date().toISOString(),
  state: 'ok',
} as const;

/** Returns a current, prescribed medication; override the fields that matter to the test. */
export const medication = (fields: Partial<Medication> = {}): Medication => ({
  id: 'metformin',
  at: '2026-02-17',
  until: null,
  lang: null,
  name: 'Metformin 500 mg',
  state: 'current',
  how: ['One tablet with breakfast'],
  times: ['08:00', 'at bedtime'],
  for: ['Type 2 diabetes'],
  notes: [],
  why: [],
  basis: 'prescribed',
  ...fields,
});

/** Returns a present member of the care team. */
export const member = (fields: Partial<Member> = {}): Member => ({
  id: 'osei',
  at: '2026-11-25',
  until: null,
  lang: null,
  name: 'Dr. Amara Osei',
  role: 'Emergency physician',
  isNow: false,
  isPast: false,
  isYou: false,
  ...fields,
});

/** Returns a confirmed allergy of high risk. */
export const allergy = (fields: Partial<Allergy> = {}): Allergy => ({
  id: 'sulfa',
  at: '2012-06-12',
  lang: null,
  name: 'Sulfa antibiotics',
  state: 'current',
  risk: 'high',
  isCertain: true,
  reactions: [{ name: 'Rash', severity: 'severe', at: '2012-06' }],
  notes: [],
  ...fields,
});

/** Returns a current condition. */
export const condition = (fields: Partial<Condition> = {}): Condition => ({
  id: 'diabetes',
  at: '2019-05',
  until: null,
  lang: null,
  name: 'Type 2 diabetes',
  state: 'current',
  remark: null,
  severity: null,
  since: 'May 2019',
  end: null,
  notes: [],
  ...fields,
});

/** Returns a vaccination that was given. */
export const vaccination = (fields: Partial<Vaccination> = {}): Vaccination => ({
  id: 'flu',
  at: '2025-10-14',
  lang: null,
  name: 'Influenza',
  given: true,
  when: 'October 14, 2025',
  remark: null,
  notes: [],
  ...fields,
});

/** Returns what is known about a patient: nothing, except for the given parts. */
export const about = ({ allergies, ...fields }: Partial<Omit<About, 'allergies'>> & { allergies?: object } = {}) => ({
  source,
  allergies: { statement: null, conflict: null, items: [], ...allergies },
  conditions: [],
  immunizations: [],
  ...fields,
});
