/** Tables of the records that come from a hospital's own system (FHIR). */
import type { Generated } from 'kysely';
import type { ItemKind } from '../common/record-documents.ts';

/** A patient's record in a source: a folder of files, or a server. */
export interface FhirLinksTable {
  user_id: string;
  source: string;
  /** Key of the patient there: `Patient/example`. */
  patient_id: string;
  linked_at: string;
  /** When it was last read. */
  checked_at: string;
}

/** Resources as they came, one row each: the truth that all that people read is derived from. */
export interface FhirResourcesTable {
  user_id: string;
  source: string;
  /** `Type/id`. */
  key: string;
  /** Time of its last change according to the source, as UTC; null if it has none. */
  version: string | null;
  hash: string;
  /** JSON, with the digits that the source wrote; without narrative, and files only by id. */
  document: string;
  seen_at: string;
}

/** Files that came inside resources. */
export interface FhirFilesTable {
  id: string;
  user_id: string;
  source: string;
  /** Of the resource. */
  key: string;
  /** Media type according to its first bytes; null for one that can't be opened. */
  type: string | null;
  /** Base64; empty for one that can't be opened. */
  bytes: string;
}

/** What people read of a record, apart from results, care plans and events. */
export interface RecordItemsTable {
  id: string;
  user_id: string;
  source: string;
  kind: ItemKind;
  /** Groups values of one kind over time. */
  code: string | null;
  /** Date as precise as the source gave it, or a UTC time. */
  at: string | null;
  until: string | null;
  /** 1: never shown to supporters. */
  withheld: number;
  hash: string;
  document: string;
  /** When this content came. */
  arrived_at: string;
}

/** Columns of results, care plans and events that came from a source; null for all others. */
export interface FromSource {
  source: Generated<string | null>;
  hash: Generated<string | null>;
  /** When this content came. */
  arrived_at: Generated<string | null>;
  /** 1: never shown to supporters. */
  withheld: Generated<number>;
}
