import { type Static, Type } from 'typebox';
import { Coding, Concept, fields, list, Period, Reference, resource, text } from '../../fhir/datatypes.ts';

export const EncounterSchema = fields({
  ...resource,
  status: text,
  class: Coding,
  type: list(Concept),
  serviceType: Concept,
  subject: Reference,
  participant: list(fields({ type: list(Concept), period: Period, individual: Reference })),
  period: Period,
  location: list(fields({ location: Reference, status: text, period: Period })),
  serviceProvider: Reference,
  partOf: Reference,
});
export type EncounterResource = Static<typeof EncounterSchema>;

export const AppointmentSchema = fields({
  ...resource,
  status: text,
  serviceType: list(Concept),
  appointmentType: Concept,
  start: text,
  end: text,
  participant: list(
    Type.Object({ actor: Type.Optional(Reference), required: Type.Optional(text), status: Type.Optional(text) }),
  ),
  patientInstruction: text,
});
export type AppointmentResource = Static<typeof AppointmentSchema>;
