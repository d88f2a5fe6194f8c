/**
 * How the desk links patients to their records in the hospital's FHIR server, and what it sees of the synchronization;
 * the hospital's feed (HL7 v2) as operators see it at the desk. Staff only: ids of the hospital's system never leave for a patient or supporter.
 */
import { type Static, Type } from 'typebox';
import { Page } from './desk.ts';
import { Nullable, namesake, oneOf, oneOfOrNull, shape, Time } from './parts.ts';

/** FHIR id of a patient, without `Patient/`. */
const FhirPatientId = Type.String({ pattern: '^[A-Za-z0-9.-]{1,64}$', description: 'FHIR id of the patient' });

/**
 * `none`: not looked for yet. `linked`: read regularly. `held`: nothing is read until the desk decides. `ended`:
 * unlinked by the desk, and never linked again automatically.
 */
export const RECORD_LINK_STATES = ['none', 'linked', 'held', 'ended'] as const;
export type RecordLinkState = (typeof RECORD_LINK_STATES)[number];

/**
 * Why a link is held. `no-match`: the server has no patient with the wristband's code. `several`: it has more than one.
 * `name`, `birth-date`, `code`: the family name, the date of birth or the band's code differs, at the first reading or
 * a later one. `linked-elsewhere`: another account has that patient's record, or the hospital has merged the two.
 * `deceased`: the server says that the patient has died; nothing is read or sent any more. `missing`: the server no
 * longer has the patient.
 */
export const RECORD_HOLD_REASONS = [
  'no-match',
  'several',
  'name',
  'birth-date',
  'code',
  'linked-elsewhere',
  'deceased',
  'missing',
] as const;
export type RecordHoldReason = (typeof RECORD_HOLD_REASONS)[number];

/**
 * Why the last attempt failed. `unreachable`: no answer. `refused`: the server doesn't accept the client, or its key.
 * `busy`: it kept asking to try later. `unusable`: it is no FHIR R4 server, or its answer can't be read. `internal`:
 * the failure is Lodestar's.
 */
export const RECORD_FAILURES = ['unreachable', 'refused', 'busy', 'unusable', 'internal'] as const;
export type RecordFailure = (typeof RECORD_FAILURES)[number];

/**
 * Why something is held back. Kept, but not shown to anyone: `type` (no screen shows this type), `shape` (not as FHIR
 * says), `depth` (nested too deeply), `state` (such as a draft), `empty` (says nothing). `withheld`: shown to the
 * patient, never to supporters. Never read: `not-offered` (the server can't search this type), `not-allowed` (the
 * client may not read it), `file` (an attachment that could not be fetched: elsewhere, too large or not available).
 */
export const RECORD_HELD_BACK = [
  'type',
  'shape',
  'depth',
  'state',
  'empty',
  'withheld',
  'not-offered',
  'not-allowed',
  'file',
] as const;
export type RecordHeldBack = (typeof RECORD_HELD_BACK)[number];

/** What staff compare before they link. */
const person = {
  name: Type.String({ description: 'Given names and family name' }),
  birthDate: Nullable(Type.String({ description: 'YYYY-MM-DD, or only YYYY or YYYY-MM' })),
};

/** A patient of the hospital's system, to compare with the account. */
export const RecordCandidate = shape({
  patientId: FhirPatientId,
  ...person,
  isSameFamilyName: Type.Boolean({ description: 'Whether the family name is that of the account' }),
  isSameBirthDate: Nullable(
    Type.Boolean({ description: 'Null if one of the two is unknown, or only a year or month' }),
  ),
  isDeceased: Type.Boolean(),
  isLinkedElsewhere: Type.Boolean({ description: 'Whether another account is linked to this patient' }),
});
export type RecordCandidate = Static<typeof RecordCandidate>;

/** Candidates by the wristband's code or, with `patientId`, that patient; empty if the server has none. */
export const RecordCandidates = shape({
  account: shape(person),
  candidates: Type.Array(RecordCandidate, { description: 'At most 20' }),
});
export type RecordCandidates = Static<typeof RecordCandidates>;
export const CandidatesQuery = shape({ patientId: Type.Optional(FhirPatientId) });

/** The patient as staff have compared: refused if the server now says otherwise. */
export const NewRecordLink = shape({
  patientId: FhirPatientId,
  name: Type.String({ maxLength: 300 }),
  birthDate: Nullable(Type.String({ maxLength: 10, pattern: '^[0-9-]*$' })),
});
export type NewRecordLink = Static<typeof NewRecordLink>;

const link = {
  state: oneOf(...RECORD_LINK_STATES),
  reason: oneOfOrNull(...RECORD_HOLD_REASONS),
  linkedAt: Nullable(Time),
  checkedAt: Nullable(Type.String({ format: 'date-time', description: 'When all changes were last read' })),
  triedAt: Nullable(Time),
  failure: oneOfOrNull(...RECORD_FAILURES),
};

/** A patient's link and the state of its synchronization. */
export const DeskRecordLink = shape({
  isConnected: Type.Boolean({ description: 'Whether a FHIR server is configured' }),
  source: Type.String({ description: 'The hospital' }),
  account: shape(person),
  ...link,
  isBirthDateCompared: Type.Boolean({ description: 'False if one of the two dates of birth is unknown' }),
  patientId: Nullable(FhirPatientId),
  comparedAt: Nullable(
    Type.String({ format: 'date-time', description: 'When deletions were last looked for, once a day' }),
  ),
  isSyncing: Type.Boolean({ description: 'Whether the record is being read now' }),
  stored: Type.Array(shape({ type: Type.String({ description: 'FHIR resource type' }), count: Type.Integer() })),
  shown: shape({
    results: Type.Integer(),
    carePlans: Type.Integer(),
    events: Type.Integer(),
    items: Type.Integer({ description: 'Medications, care team, documents, measurements and what is known' }),
  }),
  heldBack: Type.Array(
    shape({
      why: oneOf(...RECORD_HELD_BACK),
      type: Nullable(
        Type.String({ description: 'FHIR resource type; null for withheld ones, which must stay unnamed' }),
      ),
      count: Nullable(Type.Integer({ description: 'Null for types that are never read' })),
    }),
  ),
});
export type DeskRecordLink = Static<typeof DeskRecordLink>;

export const RecordLinksQuery = shape({
  ...Page.properties,
  state: Type.Optional(oneOf('linked', 'held', 'late')),
});

/** A patient in the list of links, those to decide on (`held`) first; `late`: linked, but not read for too long. */
export const DeskRecordLinkItem = shape({
  id: Type.String({ description: 'Of the patient' }),
  account: shape(person),
  ...link,
  isLate: Type.Boolean(),
  ...namesake,
});
export type DeskRecordLinkItem = Static<typeof DeskRecordLinkItem>;

/**
 * `received`: stored, and next in its sender's order to be applied. `aside`: it can't be applied, for the reason beside
 * it. `unused`: nothing is read of messages of this type. `dismissed`: somebody decided that it isn't needed.
 */
export const FEED_STATES = ['received', 'applied', 'aside', 'unused', 'dismissed'] as const;
export const FeedState = oneOf(...FEED_STATES);
export type FeedState = Static<typeof FeedState>;

/**
 * Why a message is put aside (`feed.reason.…` in the locales). `person-unknown`: the person it is about is no patient
 * here. `person-unclear`: it names nobody, or not exactly one record number. `stay-unknown`: it ends or reopens a stay that
 * isn't known. `by-hand`: it removes a patient who has a login or data. `merge-refused`: it joins two records that staff have separated, or contradicts an earlier merge. `incomplete`: it lacks what tells what it is about. `earlier`: an earlier message of the same person is put aside, and order matters. `internal`: applying it
 * failed. `unreadable`: it can't be decrypted or read any more.
 */
export const FEED_REASONS = [
  'person-unknown',
  'person-unclear',
  'stay-unknown',
  'by-hand',
  'merge-refused',
  'incomplete',
  'earlier',
  'internal',
  'unreadable',
] as const;
export type FeedReason = (typeof FEED_REASONS)[number];

const count = Type.Integer({ minimum: 0 });

export const DeskFeed = shape({
  lastReceivedAt: Nullable(Time),
  delaySeconds: Type.Integer({
    minimum: 0,
    description: 'How long the oldest message waits to be applied; 0: none does',
  }),
  counts: shape({ received: count, applied: count, aside: count, unused: count, dismissed: count }),
});
export type DeskFeed = Static<typeof DeskFeed>;

export const FeedMessagesQuery = shape({ ...Page.properties, state: Type.Optional(FeedState) });

export const DeskFeedMessage = shape({
  id: Type.String(),
  sender: Type.String({ description: 'Application and facility, such as ADT/NORTH' }),
  type: Type.String({ description: 'Such as ADT^A40' }),
  controlId: Type.String(),
  receivedAt: Time,
  state: FeedState,
  reason: Nullable(Type.String({ description: 'Why it is put aside, in words' })),
  patientId: Nullable(Type.String()),
});
export type DeskFeedMessage = Static<typeof DeskFeedMessage>;
