/** A patient's stay in the hospital. */
import { type Static, Type } from 'typebox';
import { Nullable, oneOf, shape, Time } from './parts.ts';

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
