import { type Static, Type } from 'typebox';
import {
  Concept,
  Extended,
  fields,
  list,
  Note,
  Period,
  Reference,
  resource,
  Timing,
  text,
} from '../../fhir/datatypes.ts';

export const CarePlanSchema = fields({
  ...resource,
  status: text,
  intent: text,
  title: text,
  _title: Extended,
  description: text,
  _description: Extended,
  category: list(Concept),
  subject: Reference,
  period: Period,
  created: text,
  author: Reference,
  contributor: list(Reference),
  addresses: list(Reference),
  goal: list(Reference),
  activity: list(
    fields({
      reference: Reference,
      outcomeReference: list(Reference),
      progress: list(Note),
      detail: fields({
        code: Concept,
        status: text,
        doNotPerform: Type.Boolean(),
        description: text,
        _description: Extended,
        scheduledString: text,
        _scheduledString: Extended,
        scheduledPeriod: Period,
        scheduledTiming: Timing,
      }),
    }),
  ),
  note: list(Note),
});
export type CarePlanResource = Static<typeof CarePlanSchema>;

export const GoalSchema = fields({
  ...resource,
  lifecycleStatus: text,
  achievementStatus: Concept,
  description: Concept,
});
/** What an activity refers to instead of saying it: orders, appointments and so on. */
export const ActivitySchema = fields({
  ...resource,
  status: text,
  code: Concept,
  description: text,
  _description: Extended,
});
/** What came of an activity. */
export const OutcomeSchema = fields({
  ...resource,
  performedDateTime: text,
  performedPeriod: Period,
  effectiveDateTime: text,
  effectivePeriod: Period,
});
