/** Outbound messages: text messages, support requests, the outbox, push and the stream; and surveys. */
import { type Static, Type } from 'typebox';
import { CareEvent } from './care.ts';
import { Nullable, oneOf, shape, Time, Words } from './parts.ts';

export const SupportRequest = shape({
  issue: Type.String({ maxLength: 100 }),
  contactMethod: Type.String({ maxLength: 100 }),
  comments: Type.String({ maxLength: 2000 }),
});
export type SupportRequest = Static<typeof SupportRequest>;

export const SmsRequest = shape({ message: Words(1000), phoneNumber: Type.String({ pattern: '^[0-9]{10,15}$' }) });

export const OutboxMessage = shape({
  id: Type.String(),
  channel: oneOf('sms', 'email'),
  to: Type.String(),
  subject: Type.Optional(Type.String()),
  body: Type.String(),
  sentAt: Time,
});
export type OutboxMessage = Static<typeof OutboxMessage>;

export const Outbox = shape({ messages: Type.Array(OutboxMessage) });
export type Outbox = Static<typeof Outbox>;
export const Health = shape({ status: Type.Literal('ok') });

/** A survey that the recorder accepts (docs/product-rules.md#surveys). */
export const SurveyPayload = shape({
  Hospital: Type.String({ minLength: 1, maxLength: 200 }),
  Survey: Type.String({ minLength: 1, maxLength: 100 }),
  Responses: Type.Array(
    shape({
      question: Type.String({ maxLength: 200 }),
      answer: Type.Union([Type.String({ maxLength: 4000 }), Type.Number()]),
    }),
    { maxItems: 50 },
  ),
  Email: Type.String({ maxLength: 254 }),
  Name: Type.String({ maxLength: 200 }),
});
export type SurveyPayload = Static<typeof SurveyPayload>;
export const SurveyReceipt = shape({ receiptId: Type.String(), receivedAt: Time });
export type SurveyReceipt = Static<typeof SurveyReceipt>;
/** What the API asks the recorder to erase: the surveys of a person, by hashes and receipts. */
export const SurveyErasure = shape({
  person: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  receipts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 300 }),
  email: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
});
export type SurveyErasure = Static<typeof SurveyErasure>;
/** What the API asks the recorder for: one survey of a person, who is named by a hash. */
export const AnswersRequest = shape({
  person: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  receipt: Type.String({ minLength: 1, maxLength: 64 }),
});
/** A survey whose answers the recorder keeps. */
export const RetainedSurvey = shape({
  survey: Type.String(),
  receivedAt: Time,
  firstReceipt: Type.String({ description: 'Receipt of the survey that this one corrects; else its own' }),
  isCorrection: Type.Boolean(),
  responses: SurveyPayload.properties.Responses,
});
export type RetainedSurvey = Static<typeof RetainedSurvey>;
/** What the API asks the recorder for a person's export: their surveys, by a hash of the account and by receipts. */
export const PersonSurveysRequest = shape({
  person: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  receipts: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 300 }),
});
export type PersonSurveysRequest = Static<typeof PersonSurveysRequest>;
export const PersonSurveys = shape({
  surveys: Type.Array(
    shape({
      receiptId: Type.String(),
      survey: Type.String(),
      receivedAt: Time,
      answers: Nullable(SurveyPayload.properties.Responses),
    }),
    { description: 'Newest first' },
  ),
});
export type PersonSurveys = Static<typeof PersonSurveys>;
/** The recorder's demo list: shows that a survey arrived, never its answers. */
export const ReceiptList = shape({
  receipts: Type.Array(
    shape({
      receiptId: Type.String(),
      survey: Type.String(),
      hospital: Type.String(),
      receivedAt: Time,
      retained: Type.Boolean(),
      replacedBy: Type.Optional(
        Type.String({ description: 'Receipt of the survey that corrects this one; absent while it is current' }),
      ),
    }),
  ),
});
export type ReceiptList = Static<typeof ReceiptList>;

export const PushKey = shape({
  key: Type.String({ description: 'What a browser subscribes with: `applicationServerKey`, as base64url' }),
});
export type PushKey = Static<typeof PushKey>;

const Endpoint = Type.String({ minLength: 1, maxLength: 2000 });

/** A browser's subscription (`PushSubscription.toJSON()`). */
export const NewPushSubscription = shape({
  endpoint: Endpoint,
  expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  keys: shape({
    p256dh: Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' }),
    auth: Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }),
  }),
});
export type NewPushSubscription = Static<typeof NewPushSubscription>;

export const PushEndpoint = shape({ endpoint: Endpoint });
export type PushEndpoint = Static<typeof PushEndpoint>;

/** Payload of a push, encrypted for the browser: the path of what it is about, and no health information. */
export interface PushPayload {
  /** Text for the lock screen. */
  title: string;
  /** Language of `title`. */
  lang: string;
  /** Path of the screen that a tap opens. */
  path: string;
  /** Identifies the notification, so that it is shown once. */
  tag: string;
  /** Number of items that need attention, over all profiles, for the app icon. */
  badge: number;
}

/** Stream events about a thing. The stream also sends `resync`. */
export const CHANGE_KINDS = [
  'event.created',
  'event.updated',
  'event.removed',
  'next.updated',
  'result.created',
  'result.updated',
  'result.removed',
  'record.updated',
  'plan.updated',
  'stay.updated',
  'return.updated',
  'medications.updated',
  'question.updated',
  'request.updated',
  'share.updated',
  'account.updated',
  'record-link.updated',
  'session.ended',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Data of a change, as JSON. */
export const StreamData = shape({
  id: Type.String({
    description:
      'The thing that changed: an event, a result, an entry of the record, a question for the next visit, a request, a supporter, an account (also for its link to a record and its stay), a session',
  }),
  profileId: Nullable(Type.Integer({ description: "The number of its profile in the reader's account" })),
  at: Type.Optional(Time),
  reason: Type.Optional(Type.String({ description: 'Of session.ended: the code that the next call would get' })),
  event: Type.Optional(CareEvent),
});
export type StreamData = Static<typeof StreamData>;
