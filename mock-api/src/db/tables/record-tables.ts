/** Tables of the records that come from a hospital's own system (FHIR). */
import type { Generated } from 'kysely';
import type { DeskLocale } from '../../common/i18n.ts';
import type { ItemKind } from '../../common/record-documents.ts';
import type { ExplanationState, RecordFailure, RecordHoldReason, RecordLinkState } from '../../contract.ts';

/** A patient's record in a source: files, or the hospital's FHIR server. */
export interface FhirLinksTable {
  user_id: string;
  source: string;
  /** Key of the patient there: `Patient/example`; empty: not found yet. */
  patient_id: string;
  linked_at: string;
  /** When everything that had changed was last read; empty: never. */
  checked_at: string;
  state: Generated<RecordLinkState>;
  /** Why it is held. */
  reason: Generated<RecordHoldReason | null>;
  /** When band code, family name and birth date were last compared without a difference; null: never. */
  identified_at: Generated<string | null>;
  /** JSON: hashes of the differences that staff have accepted. */
  accepted: Generated<string>;
  /** Key of the patient into which the hospital has merged this one, while that holds the link. */
  merged_into: Generated<string | null>;
  /** Hash of the server's address: ids of one server mean nothing at another. */
  server: Generated<string | null>;
  /** JSON: resource type -> the server's time from which on its changes are to be read, in milliseconds. */
  marks: Generated<string>;
  /** JSON: what could not be read (`LinkNotes`). */
  notes: Generated<string>;
  tried_at: Generated<string | null>;
  failure: Generated<RecordFailure | null>;
  /** Failed attempts since the last success; while a new patient is not found, how often that was looked for. */
  attempts: Generated<number>;
  /** 1: resources are stored that what people read does not reflect yet. */
  is_stale: Generated<number>;
  /** When everything was last read, to find deletions. */
  full_at: Generated<string | null>;
  next_at: Generated<string | null>;
  /** When reading at once was requested. */
  requested_at: Generated<string | null>;
  /** Until when a process reads it. */
  lease_until: Generated<string | null>;
  lease_holder: Generated<string | null>;
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
  /** JSON: what was stored when identities were last compared without a difference, if that was another version. */
  last_good: Generated<string | null>;
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
interface RecordItemsTable {
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

/** A plain-language text of the hospital's own service for one report, shown once somebody at the desk has approved it. */
export interface ExplanationsTable {
  id: string;
  result_id: string;
  user_id: string;
  language: DeskLocale;
  /** What the service got. Another report text needs another explanation. */
  report: string;
  /** `asked`: the service has not answered. `failed`: it refuses this report. */
  state: 'asked' | 'failed' | ExplanationState;
  /** Null until the service has answered. */
  text: string | null;
  /** The staff member. */
  decided_by: string | null;
  decided_at: string | null;
  attempts: number;
  next_attempt_at: string;
  created_at: string;
}

export interface RecordTables {
  fhir_links: FhirLinksTable;
  fhir_resources: FhirResourcesTable;
  fhir_files: FhirFilesTable;
  record_items: RecordItemsTable;
  explanations: ExplanationsTable;
}
