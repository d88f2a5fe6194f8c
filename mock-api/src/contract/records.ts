/**
 * What came from the hospital's own system: medications, care team, documents, measurements, and what is known about
 * the patient. `at` and `until` are as precise as the hospital gave them: YYYY, YYYY-MM, YYYY-MM-DD, or a time. `lang`
 * is the language of the hospital's words, if it says so.
 */
import { type Static, Type } from 'typebox';
import { Media, Notification, Observation } from './care.ts';
import { MedicationCheckState } from './medication-checks.ts';
import { Nullable, oneOf, oneOfOrNull, shape, Time } from './parts.ts';

const When = Nullable(Type.String({ description: 'YYYY, YYYY-MM, YYYY-MM-DD or a time' }));
const Words = Type.Array(Type.String());

/** Where it comes from, and how old it is. */
export const RecordSource = shape({
  name: Type.String({ description: 'The hospital' }),
  checkedAt: Nullable(Time),
  state: oneOf('ok', 'late', 'never'),
  note: Type.Optional(Type.String({ description: 'Why it is late, if people should know' })),
});
export type RecordSource = Static<typeof RecordSource>;

const item = { id: Type.String(), at: When, lang: Nullable(Type.String()) };
const source = { source: RecordSource };

export const MedicationItem = shape({
  ...item,
  until: When,
  name: Type.String(),
  state: oneOf('current', 'paused', 'planned', 'past', 'unclear', 'do-not-take', 'given', 'not-given'),
  how: Words,
  times: Type.Array(Type.String(), { description: 'Times of the day that the hospital names, e.g. 08:00' }),
  for: Words,
  notes: Words,
  why: Type.Array(Type.String(), { description: 'Why it is paused, was stopped or was not given' }),
  basis: oneOf('prescribed', 'reported', 'given'),
});
export type MedicationItem = Static<typeof MedicationItem>;
export const Medications = shape({
  ...source,
  medications: Type.Array(MedicationItem),
  check: Type.Optional(
    Type.Object(MedicationCheckState.properties, {
      additionalProperties: false,
      description: 'Absent for a reader who may not check the list',
    }),
  ),
});
export type Medications = Static<typeof Medications>;

const CareTeamMember = shape({
  ...item,
  until: When,
  name: Nullable(Type.String()),
  role: Nullable(Type.String()),
  isNow: Type.Boolean({ description: 'Attends the stay that is running' }),
  isPast: Type.Boolean(),
  isYou: Type.Boolean(),
});
export const CareTeam = shape({
  ...source,
  people: Type.Array(CareTeamMember, { description: 'Present ones first' }),
  now: Nullable(CareTeamMember),
});
export type CareTeam = Static<typeof CareTeam>;

const DocumentItem = shape({
  ...item,
  title: Type.String(),
  kind: Nullable(Type.String({ description: 'e.g. Discharge summary; null: unknown, or the same as the title' })),
  media: Nullable(Media),
  cannotOpen: oneOfOrNull('elsewhere', 'damaged'),
  status: Nullable(Type.String()),
});
export const Documents = shape({
  ...source,
  documents: Type.Array(DocumentItem),
  kept: Type.Array(shape({ type: Type.String({ description: 'FHIR resource, e.g. Device' }), count: Type.Integer() }), {
    description: 'What else the hospital sent, which cannot be shown',
  }),
});
export type Documents = Static<typeof Documents>;

const AllergyItem = shape({
  ...item,
  name: Type.String(),
  state: oneOfOrNull('current', 'past'),
  risk: oneOfOrNull('high', 'low'),
  isCertain: Type.Boolean(),
  reactions: Type.Array(shape({ name: Type.String(), severity: oneOfOrNull('mild', 'moderate', 'severe'), at: When })),
  notes: Words,
});
const ConditionItem = shape({
  ...item,
  until: When,
  name: Type.String(),
  state: oneOf('current', 'past', 'looked-into', 'unclear'),
  remark: Nullable(Type.String()),
  severity: Nullable(Type.String()),
  since: Nullable(Type.String()),
  end: Nullable(Type.String()),
  notes: Words,
});
const ImmunizationItem = shape({
  ...item,
  name: Type.String(),
  given: Type.Boolean(),
  when: Nullable(Type.String()),
  remark: Nullable(Type.String()),
  notes: Words,
});
const allergies = {
  statement: Nullable(Type.String({ description: 'e.g. No known allergies' })),
  conflict: Nullable(Type.String({ description: 'A statement and an allergy that do not agree' })),
  items: Type.Array(AllergyItem, { description: 'By risk, past ones last' }),
};
export const About = shape({
  ...source,
  allergies: shape(allergies),
  conditions: Type.Array(ConditionItem),
  immunizations: Type.Array(ImmunizationItem),
});
export type About = Static<typeof About>;

const Series = shape({
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  points: Type.Array(Observation, { description: 'Newest first; without a code only two' }),
  pair: Type.Optional(
    shape(
      {
        id: Type.String({ description: 'The same for the two series' }),
        name: Type.String({ description: 'Of both numbers' }),
        place: oneOf('upper', 'lower'),
      },
      {
        description:
          'One of the two numbers of blood pressure. The other series has points of the same measurements, at the same indexes',
      },
    ),
  ),
});
export const Observations = shape({
  ...source,
  series: Type.Array(Series, {
    description: 'Units of one code that convert exactly are one series, in its newest unit; others are two series',
  }),
});
export type Observations = Static<typeof Observations>;

export const AppointmentItem = shape({
  ...item,
  name: Type.String(),
  start: Nullable(Time),
  end: Nullable(Time),
  status: Type.String(),
  place: Nullable(Type.String()),
  people: Words,
  preparation: Type.Optional(Type.String({ description: 'What to do before; never for supporters' })),
  eventId: Nullable(Type.String({ description: 'Its event, if that is in the list of events' })),
});
export type AppointmentItem = Static<typeof AppointmentItem>;
export const Appointments = shape({
  ...source,
  appointments: Type.Array(AppointmentItem, { description: 'Booked and not over, the next one first' }),
});
export type Appointments = Static<typeof Appointments>;
/** Each part is null for a supporter whose permissions do not open it. */
export const Day = shape({
  ...source,
  next: Nullable(shape({ step: Nullable(Notification), appointments: Type.Array(AppointmentItem) })),
  medications: Nullable(Type.Array(MedicationItem, { description: 'Current ones' })),
  given: Type.Optional(
    Nullable(
      Type.Array(shape({ name: Type.String(), at: Time, isGiven: Type.Boolean() }), {
        description: 'What the hospital gave, or did not give, in the last 24 hours, oldest first',
      }),
    ),
  ),
  careTeam: Nullable(Type.Array(CareTeamMember, { description: 'Present ones' })),
});
export type Day = Static<typeof Day>;

/** Of a point of the checklist; changes with its content, so that a tick never covers unread content. */
const Point = Type.String({ maxLength: 64, description: 'Names the point when it is ticked or asked about' });
const point = { point: Point };
export const PlanPoint = shape({
  ...point,
  kind: oneOf('advice', 'warning', 'goal'),
  title: Type.String(),
  text: Type.String(),
  lang: item.lang,
});
export type PlanPoint = Static<typeof PlanPoint>;
const MedicationPoint = shape({ ...MedicationItem.properties, ...point });
const AppointmentPoint = shape({ ...AppointmentItem.properties, ...point });

/** The checklist for going home. */
export const GoingHome = shape({
  ...source,
  plans: Type.Array(
    shape({ id: Type.String(), title: Type.String(), doctor: Type.String(), points: Type.Array(PlanPoint) }),
  ),
  medications: Type.Array(MedicationPoint, { description: 'Those to take, and those not to take' }),
  appointments: Nullable(
    Type.Array(AppointmentPoint, { description: 'Null for a supporter who does not see appointments' }),
  ),
  arranged: Type.Optional(
    Type.Array(
      shape({
        ...point,
        kind: oneOf('ride', 'equipment', 'call'),
        text: Type.String({ description: 'As staff wrote it' }),
      }),
      { description: 'What staff have arranged' },
    ),
  ),
  allergies: shape({ ...point, ...allergies }),
  /** Whom to call: the hospital's contacts, which the page has. */
  contacts: shape(point),
  ticked: Type.Array(Point, { description: 'Points that the reader has ticked' }),
});
export type GoingHome = Static<typeof GoingHome>;

export const PointTick = shape({ ...point, isTicked: Type.Boolean() });
export type PointTick = Static<typeof PointTick>;
export const PointsTicked = shape({ ticked: Type.Array(Point) });
export type PointsTicked = Static<typeof PointsTicked>;
