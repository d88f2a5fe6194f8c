/** The gate before every mapper: only a resource whose used fields have the right shape is mapped. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import type { Resource } from '../fhir/datatypes.ts';
import { isTooDeep } from '../fhir/depth.ts';
import { mapAllergy } from './allergy/map.ts';
import { AllergySchema } from './allergy/schema.ts';
import { mapCarePlan } from './care-plan/map.ts';
import { CarePlanSchema } from './care-plan/schema.ts';
import { mapCareTeam, mapParticipants } from './care-team/map.ts';
import { CareTeamSchema } from './care-team/schema.ts';
import { mapCondition } from './condition/map.ts';
import { ConditionSchema } from './condition/schema.ts';
import { kept, type MapContext, type MappedRow } from './context.ts';
import { documentsOfReport, mapDocument } from './document/map.ts';
import { DocumentSchema } from './document/schema.ts';
import { mapImmunization } from './immunization/map.ts';
import { ImmunizationSchema } from './immunization/schema.ts';
import { mapMedicationAdministration, mapMedicationRequest, mapMedicationStatement } from './medication/map.ts';
import {
  MedicationAdministrationSchema,
  MedicationRequestSchema,
  MedicationStatementSchema,
} from './medication/schema.ts';
import { mapObservation } from './observation/map.ts';
import { ObservationSchema } from './observation/schema.ts';
import { mapReport, type RowsOf } from './report/map.ts';
import { ReportSchema } from './report/schema.ts';
import { mapAppointment, mapEncounter } from './visit/map.ts';
import { AppointmentSchema, EncounterSchema } from './visit/schema.ts';

/** Maps a resource of one type to rows. Observations are mapped before the reports that name them. */
export type Mapper = (resource: Resource, context: MapContext, rowsOf: RowsOf) => MappedRow[];

function gated<S extends TSchema>(
  schema: S,
  map: (resource: Resource & Static<S>, context: MapContext, rowsOf: RowsOf) => MappedRow[],
): Mapper {
  // Compiled for the first resource: a process without a FHIR server has none.
  let validator: ReturnType<typeof Compile<S>> | undefined;
  return (resource, context, rowsOf) => {
    validator ??= Compile(schema);
    return validator.Check(resource) ? map(resource as Resource & Static<S>, context, rowsOf) : [kept('shape')];
  };
}

/** Type of resource -> mapper. All other types are kept. */
const MAPPERS: ReadonlyMap<string, Mapper> = new Map([
  ['Observation', gated(ObservationSchema, mapObservation)],
  [
    'DiagnosticReport',
    gated(ReportSchema, (of, context, rowsOf) => [mapReport(of, context, rowsOf), ...documentsOfReport(of, context)]),
  ],
  ['MedicationRequest', gated(MedicationRequestSchema, (of, context) => [mapMedicationRequest(of, context)])],
  ['MedicationStatement', gated(MedicationStatementSchema, (of, context) => [mapMedicationStatement(of, context)])],
  [
    'MedicationAdministration',
    gated(MedicationAdministrationSchema, (of, context) => [mapMedicationAdministration(of, context)]),
  ],
  ['AllergyIntolerance', gated(AllergySchema, (of, context) => [mapAllergy(of, context)])],
  ['Condition', gated(ConditionSchema, (of, context) => [mapCondition(of, context)])],
  ['Immunization', gated(ImmunizationSchema, (of, context) => [mapImmunization(of, context)])],
  ['CarePlan', gated(CarePlanSchema, (of, context) => [mapCarePlan(of, context)])],
  ['Encounter', gated(EncounterSchema, (of, context) => [mapEncounter(of, context), ...mapParticipants(of, context)])],
  ['Appointment', gated(AppointmentSchema, mapAppointment)],
  ['CareTeam', gated(CareTeamSchema, mapCareTeam)],
  ['DocumentReference', gated(DocumentSchema, mapDocument)],
]);

/** Returns the rows of a resource; one that no mapper takes is a row in the list of what is kept. */
export function mapResource(resource: Resource, context: MapContext, rowsOf: RowsOf): MappedRow[] {
  if (isTooDeep(resource)) return [kept('depth')];
  return MAPPERS.get(resource.resourceType)?.(resource, context, rowsOf) ?? [kept('type')];
}
