/**
 * What people read of a record: a pure function of all of one patient's resources, so that neither their order nor a
 * repeat, an interruption or a late reference changes the result.
 */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import type { AppointmentBody, KeptBody, ObservationBody } from '../common/record-documents.ts';
import { originOf, type RecordOf } from '../repositories/records/resources.ts';
import { sha256, stableId } from '../security/secrets.ts';
import type { Attachment, Reference, Resource } from './fhir/datatypes.ts';
import { isTooDeep } from './fhir/depth.ts';
import { objectsIn } from './fhir/json.ts';
import { attachmentKey, isSensitive, isSharedType, isWithdrawn, keyOf, ownKey, subjectsOf } from './fhir/references.ts';
import { readTime } from './fhir/time.ts';
import { AllergySchema, mapAllergy } from './map/allergy/map.ts';
import { CarePlanSchema, mapCarePlan } from './map/care-plan/map.ts';
import { CareTeamSchema, mapCareTeam, mapParticipants } from './map/care-team/map.ts';
import { ConditionSchema, mapCondition } from './map/condition/map.ts';
import { type ItemRow, kept, type MapContext, type MappedRow, type Person, type StoredFile } from './map/context.ts';
import { DocumentSchema, documentsOfReport, mapDocument } from './map/document/map.ts';
import { ImmunizationSchema, mapImmunization } from './map/immunization/map.ts';
import {
  MedicationAdministrationSchema,
  MedicationRequestSchema,
  MedicationStatementSchema,
  mapMedicationAdministration,
  mapMedicationRequest,
  mapMedicationStatement,
} from './map/medication/map.ts';
import { mapObservation, ObservationSchema } from './map/observation/map.ts';
import { labValuesOf, mapReport, ReportSchema, type RowsOf, reportTimes } from './map/report/map.ts';
import { AppointmentSchema, EncounterSchema, mapAppointment, mapEncounter } from './map/visit/map.ts';
import { kindOfUnit } from './words/units.ts';

/** A row as it is written to its table. */
export interface ProjectedRow {
  id: string;
  hash: string;
  /** Whether supporters never see it. */
  isWithheld: boolean;
  row: MappedRow;
}

interface ProjectionInput {
  of: RecordOf;
  /** Key of the patient in the source. */
  patient: string;
  /** Day of birth in the account, for a source without a Patient resource. */
  birthDate: string | null;
  /** All that is stored, by key. */
  resources: ReadonlyMap<string, Resource>;
  files: readonly (StoredFile & { key: string })[];
  nameOf: MapContext['nameOf'];
  hospital: string;
}

function personOf(patient: Resource | undefined, birthDate: string | null): Person {
  const [gender, born] = [patient?.gender, patient?.birthDate];
  const sex = gender === 'female' || gender === 'male' ? gender : undefined;
  return { sex, birthDate: (typeof born === 'string' ? readTime(born) : null) ?? birthDate };
}

/** All resources of one patient, and which of them a mapper has read. */
class RecordReader {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #files: ReadonlyMap<string, StoredFile>;
  readonly #patient: string;
  /** Whether a sensitive resource was read since the last call of `takeSensitive`. */
  #hasReadSensitive = false;

  constructor(resources: ReadonlyMap<string, Resource>, { files, patient }: ProjectionInput) {
    this.#resources = resources;
    this.#files = new Map(files.map(({ id, type }) => [id, { id, type }]));
    this.#patient = patient;
  }

  takeSensitive(): boolean {
    const wasRead = this.#hasReadSensitive;
    this.#hasReadSensitive = false;
    return wasRead;
  }

  find(from: Resource, reference: Reference | undefined): Resource | undefined {
    const name = reference?.reference;
    if (name === undefined) return undefined;
    const found = name.startsWith('#') ? this.#contained(from, name.slice(1)) : this.#resources.get(keyOf(name) ?? '');
    if (!found || isWithdrawn(found) || !this.#isOfPatient(found)) return undefined;
    if (isSensitive(found)) this.#hasReadSensitive = true;
    return found;
  }

  file(from: Resource, attachment: Attachment | undefined): StoredFile | undefined {
    if (attachment?.fileId !== undefined) return this.#files.get(attachment.fileId);
    const binary =
      attachment?.url === undefined ? undefined : this.find(from, { reference: attachmentKey(attachment.url) });
    return typeof binary?.fileId === 'string' ? this.#files.get(binary.fileId) : undefined;
  }

  #contained({ contained }: Resource, id: string): Resource | undefined {
    const found = objectsIn(contained).find((item) => item.id === id && typeof item.resourceType === 'string');
    return found as Resource | undefined;
  }

  /** References sometimes lead to another person's resource. */
  #isOfPatient(found: Resource): boolean {
    const subjects = subjectsOf(found);
    return isSharedType(found.resourceType) || subjects.length === 0 || subjects.includes(this.#patient);
  }
}

/** Rows that differ only in the order of their fields can't be: bodies are built in one place. */
const project = (id: string, row: MappedRow, isWithheld: boolean): ProjectedRow => ({
  id,
  row,
  isWithheld,
  hash: sha256(JSON.stringify([row, isWithheld])),
});

/** Returns the id of a row: always the same for the same part of the same resource. */
export const rowId = (of: RecordOf, key: string, table: MappedRow['table'], part = ''): string =>
  stableId(...originOf(of), key, table, part);

const partOf = (row: MappedRow): string => (row.table === 'record_items' ? (row.part ?? '') : '');

/** A kept resource is listed by its type. */
function withType(row: MappedRow, type: string): MappedRow {
  if (row.table !== 'record_items' || row.kind !== 'kept') return row;
  return { ...row, body: { ...(row.body as Pick<KeptBody, 'why'>), type } };
}

/** An appointment leads to its event. */
function withEvent(row: MappedRow, eventId: string | undefined): MappedRow {
  if (row.table !== 'record_items' || row.kind !== 'appointment' || eventId === undefined) return row;
  return { ...row, body: { ...(row.body as AppointmentBody), eventId } };
}

/** Maps a resource of one type to rows. Observations are mapped before the reports that name them. */
type Mapper = (resource: Resource, context: MapContext, rowsOf: RowsOf) => MappedRow[];

/** Returns a mapper of resources whose used fields have the right shape; others are kept. */
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
function mapResource(resource: Resource, context: MapContext, rowsOf: RowsOf): MappedRow[] {
  if (isTooDeep(resource)) return [kept('depth')];
  return MAPPERS.get(resource.resourceType)?.(resource, context, rowsOf) ?? [kept('type')];
}

class Projection {
  readonly rows = new Map<string, ProjectedRow>();
  readonly #input: ProjectionInput;
  readonly #reader: RecordReader;
  readonly #context: MapContext;
  readonly #observations = new Map<string, { id: string; row: ItemRow }[]>();
  /** Numbers by code and unit or kind of unit, once all Observations are mapped. */
  #series: ReadonlyMap<string, ItemRow[]> | undefined;
  /** Ids of Observations' rows that a result lists. */
  readonly #listed = new Set<string>();

  constructor(input: ProjectionInput, resources: ReadonlyMap<string, Resource>) {
    const { patient, birthDate, nameOf, hospital } = input;
    const reader = new RecordReader(resources, input);
    const find: MapContext['find'] = (from, reference) => reader.find(from, reference);
    const shown = [...resources.values()].filter((resource) => !isWithdrawn(resource));
    const times = reportTimes(shown, find);
    this.#input = input;
    this.#reader = reader;
    this.#context = {
      patient,
      person: personOf(resources.get(patient), birthDate),
      nameOf,
      hospital,
      find,
      reportedAt: (observation) => times.get(ownKey(observation)) ?? null,
      before: (row) => this.#before(row),
      file: (from, attachment) => reader.file(from, attachment),
    };
  }

  add(key: string, resource: Resource): void {
    this.#reader.takeSensitive();
    const mapped = mapResource(resource, this.#context, (observation) => this.#observations.get(observation) ?? []);
    const isWithheld = this.#reader.takeSensitive() || isSensitive(resource);
    const eventId = mapped.some(({ table }) => table === 'events') ? rowId(this.#input.of, key, 'events') : undefined;
    for (const row of mapped) this.#addRow(key, withEvent(withType(row, resource.resourceType), eventId), isWithheld);
  }

  /** Values that are withheld from supporters are left out: a result that mentions one might not be. */
  #before({ at, code, body }: ItemRow): ItemRow | undefined {
    const { number } = body as ObservationBody;
    if (at === null || code === null || number === null) return undefined;
    this.#series ??= this.#seriesOf([...this.#observations.values()].flat());
    const others = this.#series.get(`${code}|${kindOfUnit(number.unit) ?? number.unit}`) ?? [];
    return others.findLast((other) => other.at !== null && other.at < at && !at.startsWith(other.at));
  }

  /** Returns the numbers of each code and unit, oldest first; units that convert exactly are one. */
  #seriesOf(rows: readonly { id: string; row: ItemRow }[]): ReadonlyMap<string, ItemRow[]> {
    const shown = rows.filter(({ id, row }) => row.at !== null && this.rows.get(id)?.isWithheld !== true);
    const sorted = shown.map(({ row }) => row).sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1));
    const series = new Map<string, ItemRow[]>();
    for (const row of sorted) {
      const unit = (row.body as ObservationBody).number?.unit ?? '';
      const key = `${row.code}|${kindOfUnit(unit) ?? unit}`;
      const known = series.get(key);
      if (known) known.push(row);
      else series.set(key, [row]);
    }
    return series;
  }

  /** Lab values that no report names are a result for each day. */
  addLabValues(): void {
    const days = new Map<string, { id: string; row: ItemRow; isWithheld: boolean }[]>();
    for (const { id, row } of [...this.#observations.values()].flat()) {
      const { isLab } = row.body as ObservationBody;
      if (!isLab || row.at === null || row.at.length < 10 || this.#listed.has(id)) continue;
      const isWithheld = this.rows.get(id)?.isWithheld === true;
      const group = `${row.at.slice(0, 10)}${isWithheld ? '/withheld' : ''}`;
      days.set(group, [...(days.get(group) ?? []), { id, row, isWithheld }]);
    }
    for (const [group, values] of days) {
      const result = labValuesOf(group.slice(0, 10), values, this.#context.hospital);
      if (result.body.observations.length === 0) continue;
      this.#addRow(`lab-values/${group}`, result, values[0]?.isWithheld === true);
    }
  }

  #addRow(key: string, row: MappedRow, isWithheld: boolean): void {
    const id = rowId(this.#input.of, key, row.table, partOf(row));
    this.rows.set(id, project(id, row, isWithheld));
    if (row.table === 'record_items' && row.kind === 'observation')
      this.#observations.set(key, [...(this.#observations.get(key) ?? []), { id, row }]);
    if (row.table === 'results') for (const { id: listed } of row.body.observations) this.#listed.add(listed);
  }
}

/** Returns all that people read of a record, by id. */
export function projectRecord(input: ProjectionInput): ReadonlyMap<string, ProjectedRow> {
  const resources = new Map([...input.resources].sort(([one], [other]) => (one < other ? -1 : 1)));
  const projection = new Projection(input, resources);
  const shown = [...resources].filter(([, resource]) => !isWithdrawn(resource) && resource.resourceType !== 'Patient');
  const isObservation = ([, { resourceType }]: [string, Resource]) => resourceType === 'Observation';
  // Results list values, so these are mapped first.
  for (const [key, resource] of shown.filter(isObservation)) projection.add(key, resource);
  for (const [key, resource] of shown.filter((entry) => !isObservation(entry)))
    if (!isSharedType(resource.resourceType)) projection.add(key, resource);
  projection.addLabValues();
  return projection.rows;
}
