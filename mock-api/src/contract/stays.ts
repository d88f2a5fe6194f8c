/** Patients' stays in the hospital, and who leaves it. */
import { type Static, Type } from 'typebox';
import { Day, identifiers, Nullable, oneOf, shape, Time } from './parts.ts';
import { DeskRequest } from './requests.ts';

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

/** A patient who is expected to go home, for the desk: how far the checklist is, and what is not clear to the patient. */
export const Leaving = shape({
  patient: shape({ id: Type.String(), name: Type.String(), ...identifiers }),
  day: Day,
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
