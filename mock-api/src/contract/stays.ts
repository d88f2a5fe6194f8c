/** Patients' stays in the hospital, the plan of each day, and who leaves. */
import { type Static, Type } from 'typebox';
import {
  Day,
  ForeignLanguage,
  identifiers,
  Nullable,
  namesake,
  oneOf,
  shape,
  TemplateId,
  Time,
  Words,
} from './parts.ts';
import { DeskRequest, RequestSubject } from './requests.ts';

export const StayState = oneOf('expected', 'admitted', 'discharged', 'cancelled');
export type StayState = Static<typeof StayState>;

export const Stay = shape({
  state: StayState,
  admittedAt: Nullable(Type.String({ format: 'date-time', description: 'Null: not yet, or not known' })),
  dischargedAt: Nullable(Time),
  room: Nullable(Type.String({ description: 'Where the patient is; of a stay that is over, the last room' })),
  undoableUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'Until when the desk can take the discharge back' }),
  ),
});
export type Stay = Static<typeof Stay>;

/** An admitted patient without a wristband, for the desk. */
export const DeskArrival = shape({
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  dateOfBirth: identifiers.dateOfBirth,
  recordNumber: Nullable(Type.String()),
  ward: identifiers.ward,
  room: identifiers.room,
  admittedAt: Nullable(Time),
  phoneNumber: Nullable(
    Type.String({ description: 'The confirmed one, else as the hospital’s system sent it, which nothing is sent to' }),
  ),
  phoneConfirmed: Type.Boolean(),
  ...namesake,
});
export type DeskArrival = Static<typeof DeskArrival>;

export const BandsToPrint = shape({
  patients: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 200 }),
  withPins: Type.Optional(
    Type.Boolean({ description: 'Adds a page with a PIN for each patient without a confirmed number' }),
  ),
});
export type BandsToPrint = Static<typeof BandsToPrint>;

export const PrintedBands = shape({
  pdf: Type.String({ description: 'The file, in base64' }),
  bands: Type.Array(shape({ id: Type.String({ description: 'Of the patient' }), code: Type.String() })),
});
export type PrintedBands = Static<typeof PrintedBands>;

/** A PIN for a patient whom no text reaches yet. */
export const DeskPin = shape({ pin: Type.String(), expiresAt: Time });
export type DeskPin = Static<typeof DeskPin>;

/** What staff have arranged for going home, in their words, for both languages. */
export const HomePlan = shape({
  at: Type.Optional(
    Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM where the hospital is; for staff' }),
  ),
  ride: Type.Optional(Type.String({ ...Words(120), description: 'Who takes the patient home, and how' })),
  equipment: Type.Array(Words(120), { maxItems: 10, description: 'What the patient takes home or gets there' }),
  call: Type.Optional(Type.String({ ...Words(200), description: 'Who answers questions at home' })),
});
export type HomePlan = Static<typeof HomePlan>;

/** What is arranged, to be stored. */
export const HomePlanChange = shape({
  ...HomePlan.properties,
  basedOn: Type.Optional(
    Nullable(
      shape(HomePlan.properties, {
        description:
          'What was arranged before; null or left out: nothing. If something else is stored by now, nothing is saved',
      }),
    ),
  ),
});
export type HomePlanChange = Static<typeof HomePlanChange>;

/** A patient who is expected to go home, for the desk: how far the checklist is, and what is not clear to the patient. */
export const Leaving = shape({
  patient: shape({ id: Type.String(), name: Type.String(), ...identifiers }),
  day: Day,
  home: Nullable(HomePlan),
  checklist: shape({
    total: Type.Integer({ description: 'Points on the patient’s checklist for going home' }),
    ticked: Type.Integer({ description: 'Those that the patient has ticked' }),
  }),
  open: Type.Array(Type.String(), {
    description: 'The points that the patient has not ticked, in the order of the list',
  }),
  unsure: Type.Array(DeskRequest, {
    description: 'What is not clear to the patient or a supporter, until staff end it',
  }),
});
export type Leaving = Static<typeof Leaving>;

export const LeavingBoard = shape({
  today: Day,
  leaving: Type.Array(Leaving, { description: 'Today and tomorrow, by day, ward and room' }),
  isCut: Type.Boolean({ description: 'Whether there are more: ask for one ward' }),
});
export type LeavingBoard = Static<typeof LeavingBoard>;

export const LeavingQuery = shape({
  ward: Type.Optional(Type.String({ maxLength: 40, description: 'Only patients of this ward' })),
});

const At = Type.Optional(
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM where the hospital is' }),
);

/** What staff enter; texts are in their words, for both languages. */
export const NewDayPlan = shape({
  goal: Type.String({ maxLength: 300, pattern: '\\S', description: 'What matters most today' }),
  steps: Type.Array(shape({ text: Words(200), at: At }), { maxItems: 20, description: 'Tests and treatments' }),
  people: Type.Array(shape({ text: Words(120), at: At }), { maxItems: 10, description: 'Who comes, and when' }),
  wouldChange: Type.Optional(Type.String({ maxLength: 500, description: 'What would make the plan change' })),
  homeExpected: Type.Optional(
    Nullable(Type.String({ format: 'date', description: 'Day of going home; null: not known yet' })),
  ),
});
export type NewDayPlan = Static<typeof NewDayPlan>;

/** A plan to be stored. */
export const DayPlanChange = shape({
  ...NewDayPlan.properties,
  templates: Type.Optional(Type.Array(TemplateId, { maxItems: 20 })),
  basedOn: Type.Optional(
    Nullable(
      Type.String({
        format: 'date-time',
        description:
          '`updatedAt` of the plan that was changed; null or left out: there was none. If another plan is stored by now, nothing is saved',
      }),
    ),
  ),
});
export type DayPlanChange = Static<typeof DayPlanChange>;

export const ReadBack = shape({ text: Words(500) });

/** Steps or people of a plan, as a reader gets them. */
const Planned = Type.Array(shape({ text: Type.String(), at: At, language: ForeignLanguage }));

export const DayPlan = shape({
  ...NewDayPlan.properties,
  steps: Planned,
  people: Planned,
  date: Day,
  languages: Type.Optional(shape({ goal: ForeignLanguage, wouldChange: ForeignLanguage })),
  updatedAt: Time,
  writtenBy: Nullable(Type.String({ description: 'Name of the staff member; null if the account is gone' })),
  readBack: Nullable(
    shape(
      { text: Type.String(), at: Time },
      { description: 'How the patient says what is planned; null again once the plan has changed' },
    ),
  ),
});
export type DayPlan = Static<typeof DayPlan>;

export const NewRoundsQuestion = shape({
  text: Words(500),
  about: Type.Optional(
    shape(
      { type: oneOf('event', 'result', 'care-plan'), id: Type.String({ minLength: 1, maxLength: 64 }) },
      { description: 'What it is about, which has to be there for who asks; stays the same when the words change' },
    ),
  ),
});
export type NewRoundsQuestion = Static<typeof NewRoundsQuestion>;

/** A question that waits for the care team's next visit. */
export const RoundsQuestion = shape({
  id: Type.String(),
  text: Type.String(),
  about: Nullable(RequestSubject),
  who: Type.String({ description: 'The name of who asks, or that their account is erased' }),
  isYours: Type.Boolean({ description: 'Whether the reader asks it' }),
  createdAt: Time,
  answeredAt: Nullable(Type.String({ format: 'date-time', description: 'When it was ticked off' })),
});
export type RoundsQuestion = Static<typeof RoundsQuestion>;

export const RoundsTick = shape({ isAnswered: Type.Boolean() });

export const DayPlans = shape({
  today: Type.String({ format: 'date', description: 'The day it is where the hospital is' }),
  plans: Type.Array(DayPlan, { description: 'Newest day first, a week back' }),
  questions: Type.Array(RoundsQuestion, {
    description: 'For the next visit, oldest first; supporters see what they ask themselves, if they may ask',
  }),
});
export type DayPlans = Static<typeof DayPlans>;

/** What staff start from: the plans, and what the record knows about today. */
export const DeskDayPlans = shape({
  ...DayPlans.properties,
  suggested: shape({ steps: NewDayPlan.properties.steps, people: NewDayPlan.properties.people }),
});
export type DeskDayPlans = Static<typeof DeskDayPlans>;
