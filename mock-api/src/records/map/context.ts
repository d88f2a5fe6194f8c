/** What mappers know in addition to the resource, and what they return. */

import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { CarePlanBody, ResultBody, Text } from '../../common/documents.ts';
import type { ItemBodies, ItemKind, KeptBody } from '../../common/record-documents.ts';
import type { EventType, ResultType } from '../../contract.ts';
import { type Attachment, fields, HumanName, list, Reference, type Resource, text } from '../fhir/datatypes.ts';
import type { FindName } from '../words/concept.ts';

export interface Person {
  sex: 'female' | 'male' | undefined;
  /** As the source wrote it: YYYY-MM-DD, or only a year or month. */
  birthDate: string | null;
}

/** A file that came with a resource, once its first bytes have been looked at. */
export interface StoredFile {
  id: string;
  /** Media type, or why it cannot be opened. */
  type: FileType | null;
}
export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'text/plain';

export interface MapContext {
  /** Key of the patient in the source: `Patient/example`. */
  patient: string;
  person: Person;
  nameOf: FindName;
  hospital: string;
  /**
   * Returns the stored resource that a reference of `from` names, or one contained in `from`; undefined if it has not
   * come, or is of another person.
   */
  find(from: Resource, reference: Reference | undefined): Resource | undefined;
  /** Returns when the report that names an Observation was made; null if none names it. */
  reportedAt(observation: Resource): string | null;
  /** Returns the last number of the same kind and unit before this one, as supporters may see it too. */
  before(row: ItemRow): ItemRow | undefined;
  /** Returns the stored file of an attachment of `from`, its own or that of the Binary that it names. */
  file(from: Resource, attachment: Attachment | undefined): StoredFile | undefined;
}

/** A row of `record_items`: what a screen shows, or in a list of what is kept without being shown. */
export interface ItemRow {
  table: 'record_items';
  kind: ItemKind;
  /** Distinguishes several rows of one resource. */
  part?: string;
  /** Groups values of one kind over time. */
  code: string | null;
  at: string | null;
  until: string | null;
  /** Of a kept one without its type, which the projection adds. */
  body: ItemBodies[ItemKind] | Pick<KeptBody, 'why'>;
}

export interface ResultRow {
  table: 'results';
  type: ResultType;
  performedAt: string;
  resultsAt: string;
  /** Whether it is a report that the hospital calls final or corrected. */
  isFinal: boolean;
  body: ResultBody;
}

export interface CarePlanRow {
  table: 'care_plans';
  createdAt: string;
  body: CarePlanBody;
}

export interface EventRow {
  table: 'events';
  type: EventType;
  createdAt: string;
  name: Text;
  content: Text;
  content2: Text | null;
  /** More for the patient alone. */
  preparation?: Text;
}

export type MappedRow = ItemRow | ResultRow | CarePlanRow | EventRow;

/** Returns the item for a resource that is kept without being shown. */
export const kept = (why: KeptBody['why']): ItemRow => ({
  table: 'record_items',
  kind: 'kept',
  code: null,
  at: null,
  until: null,
  body: { why },
});

const Named = Type.Object({ name: list(HumanName) });
const Organization = Type.Object({ name: text });
const Role = fields({ practitioner: Reference, organization: Reference });

function fullName(names: Static<typeof HumanName>[]): string | undefined {
  const name = names.find(({ use }) => use === 'official' || use === 'usual') ?? names[0];
  if (!name) return undefined;
  const parts = [...(name.prefix ?? []), ...(name.given ?? []), name.family ?? '', ...(name.suffix ?? [])];
  return name.text?.trim() || parts.join(' ').replace(/\s+/g, ' ').trim() || undefined;
}

function nameIn(found: Resource, context: MapContext, depth: number): string | undefined {
  if (Check(Named, found)) return fullName(found.name);
  if (Check(Organization, found)) return found.name.trim() || undefined;
  if (found.resourceType !== 'PractitionerRole' || !Check(Role, found) || depth > 0) return undefined;
  return (
    personName(found as Resource, found.practitioner, context, 1) ??
    personName(found as Resource, found.organization, context, 1)
  );
}

/** Returns the name of a person, organization or place: of the resource, else as the reference shows it. */
export function personName(
  from: Resource,
  reference: Static<typeof Reference> | undefined,
  context: MapContext,
  depth = 0,
): string | undefined {
  const found = context.find(from, reference);
  return (found && nameIn(found, context, depth)) ?? (reference?.display?.trim() || undefined);
}
