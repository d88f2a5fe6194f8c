/** What people get and erase of everything that is stored about them. */
import { type Static, type TSchema, Type } from 'typebox';
import { Agreement, OpenSession, Pin, User } from './access.ts';
import { AuditEntry } from './audit.ts';
import { CareEvent, CarePlan, Notification, Profile, Result, ReturnNotice, Supporter } from './care.ts';
import type { PatientIdentifiers } from './desk.ts';
import { Passkey } from './identity.ts';
import { MedicationCheck } from './medication-checks.ts';
import { SurveyPayload } from './messages.ts';
import { Day, Nullable, oneOf, shape, Time } from './parts.ts';
import { About, CareTeam, Documents, GoingHome, Medications, Observations } from './records.ts';
import { CareRequest } from './requests.ts';
import { DayPlan, RoundsQuestion, StayState } from './stays.ts';

/** How a person proves who they are before they get or erase their data, and whether they have just done so. */
export const OwnDataState = shape({
  proof: Type.Union([Type.Literal('password'), Type.Literal('pin')], {
    description: 'pin: the account has no password; POST /sessions/pin texts one',
  }),
  maskedPhone: Type.String({ description: 'Where the PIN goes' }),
  confirmedUntil: Nullable(Type.String({ format: 'date-time', description: 'null: not confirmed, or no longer' })),
  mayErase: Type.Boolean({ description: 'Whether the person may erase the account: everyone but staff' }),
});
export type OwnDataState = Static<typeof OwnDataState>;

export const Proof = Type.Union([
  shape({ password: Type.String({ minLength: 1, maxLength: 256 }) }),
  shape({ pin: Pin }),
]);
export type Proof = Static<typeof Proof>;

/** Everything that a person may see about themselves, in their language. Version 1. */
export const OwnData = shape({
  format: Type.Literal('lodestar-own-data'),
  version: Type.Literal(1),
  exportedAt: Time,
  hospital: Type.String(),
  account: User,
  identifiers: shape({
    dateOfBirth: Nullable(Day),
    room: Nullable(Type.String()),
    ward: Nullable(Type.String()),
    recordNumber: Nullable(Type.String()),
    bandCode: Nullable(Type.String()),
  } satisfies Record<keyof PatientIdentifiers, TSchema>),
  stays: Type.Array(shape({ state: StayState, admittedAt: Nullable(Time), dischargedAt: Nullable(Time) })),
  agreements: Type.Array(Agreement),
  profiles: Type.Array(Profile, { description: 'Their own, and those of the people they support' }),
  notifications: Type.Array(Notification),
  events: Type.Array(CareEvent),
  results: Type.Array(Result),
  carePlans: Type.Array(CarePlan),
  medications: Medications,
  medicationChecks: Type.Array(MedicationCheck),
  careTeam: CareTeam,
  about: About,
  measurements: Observations,
  documents: Documents,
  goingHome: GoingHome,
  dayPlans: Type.Array(DayPlan),
  roundsQuestions: Type.Array(RoundsQuestion),
  recordLinks: Type.Array(
    shape({
      source: Type.String({ description: "server: the hospital's system; files: files from it" }),
      state: Type.String(),
      linkedAt: Time,
      checkedAt: Nullable(Time),
    }),
    { description: "Where their record comes from; the hospital's ids of them are not part of it" },
  ),
  feedMessages: Type.Array(
    shape({
      receivedAt: Time,
      sender: Type.String(),
      type: Type.String({ description: 'Such as ADT^A01' }),
      /** Null: it can't be read, or may be about somebody else, too. */
      text: Nullable(Type.String()),
    }),
    { description: "What the hospital's feed (HL7 v2) sent about them, as far as it is still kept" },
  ),
  requests: Type.Array(CareRequest, { description: 'About them, and sent by them about people they support' }),
  surveys: Type.Array(
    shape({
      survey: Type.String(),
      receiptId: Type.String(),
      about: Nullable(Type.String({ description: 'Event that asked for it' })),
      deliveredAt: Time,
      /** Null: not kept, or no longer. */
      answers: Nullable(SurveyPayload.properties.Responses),
    }),
  ),
  hasAllAnswers: Type.Boolean({ description: 'false: the survey recorder could not be reached' }),
  files: Type.Array(
    shape({
      of: shape({
        type: oneOf('event', 'result', 'document'),
        id: Type.String(),
      }),
      id: Type.String({ description: 'As in the media of its owner' }),
      title: Type.String(),
      alt: Type.String(),
      type: Type.String({ description: 'Media type, e.g. image/webp' }),
      data: Nullable(
        Type.String({ description: 'Base64; null: no longer stored, or more than 64 MB with the files before it' }),
      ),
    }),
    { description: 'Pictures and documents' },
  ),
  supporters: Type.Array(Supporter),
  returnNotices: Type.Array(shape({ about: Type.String(), ...ReturnNotice.properties }), {
    description: 'What they asked today about people whom they support: to be notified of their return',
  }),
  supportRequests: Type.Array(
    shape({ issue: Type.String(), comments: Type.String(), contactMethod: Type.String(), createdAt: Time }),
  ),
  messages: Type.Array(
    shape({
      channel: oneOf('sms', 'email'),
      to: Type.String(),
      createdAt: Time,
      sentAt: Nullable(Time),
    }),
    { description: 'Texts and emails to them, without their content' },
  ),
  interestSignUp: Nullable(
    shape({ name: Type.String(), city: Nullable(Type.String()), optIn: Type.Boolean(), createdAt: Time }),
  ),
  passkeys: Type.Array(Passkey),
  sessions: Type.Array(OpenSession),
  accessLog: Type.Array(AuditEntry, { description: 'Who did what with their data, newest first' }),
});
export type OwnData = Static<typeof OwnData>;

/** Name by which staff confirm whose account they erase. */
export const ErasureConfirmation = shape({ name: Type.String({ minLength: 1, maxLength: 201 }) });
