/** What users may see about access to their data. */
import { type Static, Type } from 'typebox';
import { Nullable, oneOf, shape, Time } from './parts.ts';

export const AuditEntry = shape({
  id: Type.String(),
  at: Time,
  action: Type.String({
    description:
      'SIGNED_IN, SIGN_IN_LOCKED, PIN_LOCKED, DENIED, RECORD_VIEWED, PERMISSIONS_CHANGED, SUPPORT_ENDED, SURVEY_DELIVERED, TESTER_CHANGED, AGREED, REQUEST_SENT, MEDICATIONS_CHECKED, REQUEST_WITHDRAWN, RETURN_ASKED, RETURN_WITHDRAWN, QUESTION_CHANGED, PASSKEY_ADDED, PASSKEY_REMOVED, PASSKEY_REFUSED, AUTHENTICATOR_ADDED, AUTHENTICATOR_REMOVED, EMAIL_VALIDATED, PHONE_CHANGE_REQUESTED, PHONE_CHANGE_REFUSED, PHONE_CHANGED, IDENTITY_CHANGED, STAFF_VIEWED, STAFF_CHANGED, DATA_EXPORTED, ACCOUNT_ERASED, DATA_EXPIRED, LOG_EXPORTED or LOG_PRUNED',
  }),
  staffAct: Type.Optional(
    Type.String({ description: 'What staff did, e.g. request-replied; absent if someone else did it' }),
  ),
  who: Type.String({
    description:
      'In words: "You", the name of another person, that their account is erased, or that it was someone who was not signed in',
  }),
  isYou: Type.Boolean(),
  what: Type.String({ description: 'What happened, in words' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Report that the recorder accepted a survey, with its receipt. */
export const SurveyDelivered = shape({
  survey: oneOf('admission', 'discharge', 'ecg', 'blood'),
  receiptId: Type.String({ minLength: 1, maxLength: 64 }),
  about: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the event that asked for it' })),
  deliveredAt: Type.Optional(Type.String({ format: 'date-time', description: 'As reported by the recorder' })),
  replaces: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Receipt of the survey that it corrects' }),
  ),
});
export type SurveyDelivered = Static<typeof SurveyDelivered>;

/** The current survey about an event: sent by this user and not corrected since. */
export const SurveySent = shape({
  about: Type.String({ description: 'Id of the event that asked for it' }),
  survey: Type.String(),
  receiptId: Type.String(),
  deliveredAt: Time,
});
export type SurveySent = Static<typeof SurveySent>;

/** Events that ask for a survey which the user may send, perhaps later and without a session. */
export const SurveyTokenRequest = shape({
  about: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 20 }),
});
/** A token for one survey, to be sent to the recorder in the header Survey-Token. */
export const SurveyToken = shape({
  about: Type.String({ description: 'Id of the event' }),
  token: Type.String(),
  expiresAt: Time,
});
export type SurveyToken = Static<typeof SurveyToken>;

/** Why a nurse opens a patient outside their wards. The patient reads it; the note is for the privacy officer. */
export const OpeningReason = oneOf('emergency', 'transfer', 'advice', 'other');
export type OpeningReason = Static<typeof OpeningReason>;

export const NewOpening = shape({
  reason: OpeningReason,
  note: Type.Optional(Type.String({ maxLength: 500, description: 'In own words; needed with the reason `other`' })),
});
export type NewOpening = Static<typeof NewOpening>;

/** How someone from another ward is found: by a code that only the patient or the chart shows. */
export const PatientLookup = shape({
  code: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'The code of the wristband or the hospital’s band, or the record number',
  }),
});
export const PatientFound = shape({ id: Type.String() });

/** One time that a nurse opened a patient outside their wards. */
export const DeskOpening = shape({
  id: Type.String(),
  at: Time,
  staff: shape({ id: Type.String(), name: Type.String() }),
  patient: shape({
    id: Type.String(),
    name: Type.String(),
    ward: Nullable(Type.String({ description: 'The ward at that time' })),
  }),
  reason: OpeningReason,
  note: Nullable(Type.String()),
});
export type DeskOpening = Static<typeof DeskOpening>;

/**
 * What makes an opened page worth a look. `same-name`: staff and patient share a family name. `colleague`: the patient is
 * staff, or has the email or number of a staff account. `many`: pages of many patients within an hour.
 */
export const ViewPattern = oneOf('same-name', 'colleague', 'many');
export type ViewPattern = Static<typeof ViewPattern>;

/** A page of a patient, or many of them, which the privacy officer may want to ask about. It says nothing about why. */
export const DeskPattern = shape({
  id: Type.String(),
  at: { ...Time, description: 'When the page was first opened that day; for `many`, when there were many' },
  pattern: ViewPattern,
  staff: shape({ id: Type.String(), name: Type.String() }),
  patient: Nullable(shape({ id: Type.String(), name: Type.String() })),
  patients: Nullable(Type.Integer({ description: 'For `many`: how many patients in that clock hour' })),
  opening: Nullable(shape({ reason: OpeningReason, note: Nullable(Type.String()) })),
});
export type DeskPattern = Static<typeof DeskPattern>;
