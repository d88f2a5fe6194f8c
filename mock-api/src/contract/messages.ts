/** Outbound messages: text messages, support requests, the outbox, surveys. */
import { type Static, Type } from 'typebox';
import { closed, Nullable, Time, Words } from './parts.ts';

export const SupportRequest = Type.Object(
  {
    issue: Type.String({ maxLength: 100 }),
    contactMethod: Type.String({ maxLength: 100 }),
    comments: Type.String({ maxLength: 2000 }),
  },
  closed,
);
export type SupportRequest = Static<typeof SupportRequest>;

export const SmsRequest = Type.Object(
  { message: Words(1000), phoneNumber: Type.String({ pattern: '^[0-9]{10,15}$' }) },
  closed,
);

export const OutboxMessage = Type.Object(
  {
    id: Type.String(),
    channel: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
    to: Type.String(),
    subject: Type.Optional(Type.String()),
    body: Type.String(),
    sentAt: Time,
  },
  closed,
);
export type OutboxMessage = Static<typeof OutboxMessage>;

export const Outbox = Type.Object({ messages: Type.Array(OutboxMessage) }, closed);
export type Outbox = Static<typeof Outbox>;
export const Health = Type.Object({ status: Type.Literal('ok') }, closed);

/** A survey that the recorder accepts (docs/product-rules.md#surveys). */
export const SurveyPayload = Type.Object(
  {
    Hospital: Type.String({ minLength: 1, maxLength: 200 }),
    Survey: Type.String({ minLength: 1, maxLength: 100 }),
    Responses: Type.Array(
      Type.Object(
        {
          question: Type.String({ maxLength: 200 }),
          answer: Type.Union([Type.String({ maxLength: 4000 }), Type.Number()]),
        },
        closed,
      ),
      { maxItems: 50 },
    ),
    Email: Type.String({ maxLength: 254 }),
    Name: Type.String({ maxLength: 200 }),
  },
  closed,
);
export type SurveyPayload = Static<typeof SurveyPayload>;
export const SurveyReceipt = Type.Object({ receiptId: Type.String(), receivedAt: Time }, closed);
export type SurveyReceipt = Static<typeof SurveyReceipt>;
/** What the API asks the recorder to erase: the surveys of a person, by hashes and receipts. */
export const SurveyErasure = Type.Object(
  {
    person: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    receipts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 300 }),
    email: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  },
  closed,
);
export type SurveyErasure = Static<typeof SurveyErasure>;
/** What the API asks the recorder for: one survey of a person, who is named by a hash. */
export const AnswersWanted = Type.Object(
  { person: Type.String({ pattern: '^[0-9a-f]{32}$' }), receipt: Type.String({ minLength: 1, maxLength: 64 }) },
  closed,
);
/** A survey whose answers the recorder keeps. */
export const RetainedSurvey = Type.Object(
  {
    survey: Type.String(),
    receivedAt: Time,
    firstReceipt: Type.String({ description: 'Receipt of the survey that this one corrects; else its own' }),
    isCorrection: Type.Boolean(),
    responses: SurveyPayload.properties.Responses,
  },
  closed,
);
export type RetainedSurvey = Static<typeof RetainedSurvey>;
/** What the API asks the recorder for a person's export: their surveys, by a hash of the account and by receipts. */
export const PersonSurveysWanted = Type.Object(
  {
    person: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    receipts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 300 }),
  },
  closed,
);
export type PersonSurveysWanted = Static<typeof PersonSurveysWanted>;
export const PersonSurveys = Type.Object(
  {
    surveys: Type.Array(
      Type.Object(
        {
          receiptId: Type.String(),
          survey: Type.String(),
          receivedAt: Time,
          answers: Nullable(SurveyPayload.properties.Responses),
        },
        closed,
      ),
      { description: 'Newest first' },
    ),
  },
  closed,
);
export type PersonSurveys = Static<typeof PersonSurveys>;
/** The recorder's demo list: shows that a survey arrived, never its answers. */
export const ReceiptList = Type.Object(
  {
    receipts: Type.Array(
      Type.Object(
        {
          receiptId: Type.String(),
          survey: Type.String(),
          hospital: Type.String(),
          receivedAt: Time,
          retained: Type.Boolean(),
          replacedBy: Type.Optional(
            Type.String({ description: 'Receipt of the survey that corrects this one; absent while it is current' }),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ReceiptList = Static<typeof ReceiptList>;
