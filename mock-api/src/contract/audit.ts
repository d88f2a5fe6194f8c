/** What users may see about access to their data. */
import { type Static, Type } from 'typebox';
import { oneOf, shape, Time } from './parts.ts';

export const AuditEntry = shape({
  id: Type.String(),
  at: Time,
  action: Type.String({
    description:
      'SIGNED_IN, SIGN_IN_LOCKED, PIN_LOCKED, DENIED, RECORD_VIEWED, PERMISSIONS_CHANGED, SUPPORT_ENDED, SURVEY_DELIVERED, TESTER_CHANGED, AGREED, REQUEST_SENT, MEDICATIONS_CHECKED, REQUEST_WITHDRAWN, RETURN_ASKED, RETURN_WITHDRAWN, QUESTION_CHANGED, PASSKEY_ADDED, PASSKEY_REMOVED, PASSKEY_REFUSED, EMAIL_VALIDATED, PHONE_CHANGE_REQUESTED, PHONE_CHANGE_REFUSED, PHONE_CHANGED, IDENTITY_CHANGED, STAFF_VIEWED, STAFF_CHANGED, DATA_EXPORTED, ACCOUNT_ERASED, DATA_EXPIRED, LOG_EXPORTED or LOG_PRUNED',
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
