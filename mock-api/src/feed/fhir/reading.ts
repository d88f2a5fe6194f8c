/** What converting a message needs to know, and what it results in. */
import type { Hl7Segment } from '@medplum/core';
import type { Resource } from '../../records/fhir/datatypes.ts';
import type { FeedHeader } from '../message.ts';

/** A number and who gave it, such as a hospital of a network; empty if the message doesn't say. */
export interface FeedIdentifier {
  value: string;
  authority: string;
}

/** Settings of the hospital, and when its message came. */
export interface FeedSettings {
  /** Type of the record number in PID-3 (HL7_IDENTIFIER_TYPE). */
  identifierType: string;
  /** IANA name of the zone of times without one (HL7_TIME_ZONE); undefined: that of the machine. */
  timeZone: string | undefined;
  /** When the message was received, in UTC: of two versions of a resource, the later one counts. */
  receivedAt: string;
}

export interface FeedReading extends FeedSettings, FeedHeader {}

/**
 * How a resource changes what is stored. `replace`: it is the whole. `merge`: fields that it lacks stay, those that are
 * null are deleted. `merge-stored`: the same, but only if there is one.
 */
export interface ResourceChange {
  how: 'replace' | 'merge' | 'merge-stored';
  resource: Resource;
}

/** What a message says of one person. */
export interface FeedSubject {
  person: FeedIdentifier;
  /** PV1-19; null without it. */
  stay: FeedIdentifier | null;
  /** Patient and Encounter as changes to merge; null if the message says nothing that changes them. */
  patient: Resource | null;
  encounter: Resource | null;
  /** Status of a stay that isn't known yet, if the message says that there is one. */
  firstStatus: string | null;
  /** What is stored in the record: Observation, DiagnosticReport, Appointment, DocumentReference. */
  changes: ResourceChange[];
}

export interface FeedMerge {
  kept: FeedIdentifier;
  retired: FeedIdentifier;
  /** The person whose numbers both are. */
  patient: Resource | null;
}

/** Why a message is put aside. */
export type AsideReason =
  | 'no record number'
  | 'several record numbers'
  | 'longer than any real message'
  | 'no patient in the message'
  | 'several patients in the message'
  | 'no number to merge'
  | 'a number merged with itself'
  | 'a result before its order'
  | 'no number of the appointment'
  | 'no number of the document';

export interface FeedContent {
  /** Such as `ADT^A01`. */
  type: string;
  /** One as a rule; two for an exchange of beds, several for results of several people. */
  subjects: FeedSubject[];
  merges: FeedMerge[];
}

export type Conversion = { content: FeedContent } | { aside: AsideReason } | { unused: true };

/** Segments of one person, in the order of the message. */
export interface FeedGroup {
  pid: Hl7Segment | undefined;
  segments: readonly Hl7Segment[];
}

/** Returns `meta` of a resource: the message that it came with, and since when it holds. */
export const metaOf = ({ application, facility, controlId, receivedAt }: FeedReading) => ({
  source: `urn:hl7v2:${[application, facility, controlId].map(encodeURIComponent).join(':')}`,
  lastUpdated: receivedAt,
});
