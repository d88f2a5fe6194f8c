/** What a person may know about who looked at their data. */
import { type Static, Type } from 'typebox';
import { closed, Time } from './parts.ts';

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Time,
    action: Type.String({
      description:
        'SIGNED_IN, SIGN_IN_LOCKED, PIN_LOCKED, DENIED, RECORD_VIEWED, PERMISSIONS_CHANGED, SURVEY_DELIVERED, TESTER_CHANGED, AGREED, STAFF_VIEWED or STAFF_CHANGED',
    }),
    who: Type.String({
      description: 'In words: "You", the name of another person, or that it was somebody who was not signed in',
    }),
    isYou: Type.Boolean(),
    what: Type.String({ description: 'What happened, in words' }),
  },
  closed,
);
export type AuditEntry = Static<typeof AuditEntry>;

/** The recorder took a survey and gave this receipt. */
export const SurveyDelivered = Type.Object(
  {
    survey: Type.Union([
      Type.Literal('admission'),
      Type.Literal('discharge'),
      Type.Literal('ecg'),
      Type.Literal('blood'),
    ]),
    receiptId: Type.String({ minLength: 1, maxLength: 64 }),
  },
  closed,
);
export type SurveyDelivered = Static<typeof SurveyDelivered>;
