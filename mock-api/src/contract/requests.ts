/**
 * Questions, requests and corrections from patients and supporters, and the hospital's replies; what patients are asked
 * once a day.
 */
import { type Static, Type } from 'typebox';
import {
  ClientId,
  ForeignLanguage,
  identifiers,
  Language,
  Nullable,
  oneOf,
  Speaks,
  shape,
  TemplateId,
  Time,
  Words,
} from './parts.ts';

const text = Words(2000);

/** What a person in a bed asks for, beside questions, requests and corrections in their own words. */
const BEDSIDE_KINDS = ['water', 'blanket', 'toilet', 'pain', 'interpreter', 'other'] as const;
/**
 * `concern`: what worries a person about safety or care, or about going home. `medications`: differences that a
 * medication check has found, which the check adds.
 */
export const RequestKind = oneOf('question', 'request', 'correction', 'concern', 'medications', ...BEDSIDE_KINDS);
export type RequestKind = Static<typeof RequestKind>;
export type BedsideKind = (typeof BEDSIDE_KINDS)[number];
export const RequestStatus = oneOf('sent', 'seen', 'on-the-way', 'done');
export type RequestStatus = Static<typeof RequestStatus>;
/** Set by the server from the kind, the level and the words. */
export const Urgency = oneOf('urgent', 'routine');
export type Urgency = Static<typeof Urgency>;
/** How strong a pain is: 0, none, to 10, the worst. */
const PainLevel = Type.Integer({ minimum: 0, maximum: 10 });

export const isBedside = (kind: RequestKind): kind is BedsideKind => BEDSIDE_KINDS.some((known) => known === kind);

/** Whether a request is open until staff end it: a reply alone brings no water, and ends no worry. */
export const needsAnEnd = (kind: RequestKind): boolean =>
  kind === 'concern' || kind === 'medications' || isBedside(kind);

export const NewRequest = shape({
  id: Type.Optional(ClientId),
  kind: oneOf('question', 'request', 'correction', 'concern', ...BEDSIDE_KINDS),
  about: Type.Optional(
    shape({
      type: Type.String({
        pattern: '^[A-Za-z][A-Za-z-]{0,31}$',
        description:
          'event, result or care-plan, which have to be there for the sender; medication, allergy, condition or immunization, with a title if the sender may see it; any other word is stored unchanged',
      }),
      id: Type.String({ minLength: 1, maxLength: 64 }),
    }),
  ),
  text: Type.Optional(Type.String({ ...text, description: 'Required for question, request, correction and other' })),
  level: Type.Optional(Type.Integer({ ...PainLevel, description: 'Required for pain, refused for other kinds' })),
});
export type NewRequest = Static<typeof NewRequest>;
/** What a request says, of any kind. */
export type RequestContent = Pick<NewRequest, 'id' | 'text' | 'level'> & { kind: RequestKind };

/** Subject of a request; `title` is what the screen calls it, null if it has none. */
export const RequestSubject = shape({ type: Type.String(), id: Type.String(), title: Nullable(Type.String()) });
export type RequestSubject = Static<typeof RequestSubject>;

export const RequestReply = shape({
  id: Type.String(),
  text: Type.String(),
  language: ForeignLanguage,
  who: Type.String({ description: 'The name of who replied' }),
  createdAt: Time,
});
export type RequestReply = Static<typeof RequestReply>;

const fields = {
  id: Type.String(),
  kind: RequestKind,
  about: Nullable(RequestSubject),
  text: Type.String({ description: 'Empty if the kind says it all' }),
  level: Type.Optional(Nullable(PainLevel)),
  urgency: Type.Optional(Urgency),
  status: RequestStatus,
  who: Type.String({ description: 'The name of who sent it, or that their account is erased' }),
  createdAt: Time,
  seenAt: Nullable(Time),
  seenBy: Type.Optional(Nullable(Type.String({ description: 'The name of the staff member who read it first' }))),
  assignee: Type.Optional(Nullable(Type.String({ description: 'The name of the staff member who is on it' }))),
  expectedAt: Type.Optional(
    Nullable(Type.String({ format: 'date-time', description: 'Until when staff have said it may take' })),
  ),
  doneAt: Nullable(Time),
  doneBy: Type.Optional(Nullable(Type.String({ description: 'The name of the staff member who completed it' }))),
  replies: Type.Array(RequestReply, { description: 'In the order in which they were written' }),
};

/** A request as its sender sees it. */
export const CareRequest = shape({
  ...fields,
  profileId: Type.Integer(),
  isYours: Type.Boolean({ description: 'Whether the reader sent it' }),
});
export type CareRequest = Static<typeof CareRequest>;

/** A request as the desk sees it. */
export const DeskRequest = shape({
  ...fields,
  patient: shape({ id: Type.String(), name: Type.String(), ...identifiers, speaks: Type.Optional(Speaks) }),
  isAnonymous: Type.Optional(
    Type.Boolean({
      description: 'A concern of someone who gave no name: `patient` says their ward at most, and no one can reply',
    }),
  ),
  dueAt: Type.Optional(
    Nullable(
      Type.String({ format: 'date-time', description: 'When the wait is too long; null once answered or done' }),
    ),
  ),
  language: Type.Optional(
    Type.Unsafe<Static<typeof Language>>({ ...Language, description: 'Of the person who sent it' }),
  ),
});
export type DeskRequest = Static<typeof DeskRequest>;

export const NewReply = shape({ text, template: Type.Optional(TemplateId) });
export type NewReply = Static<typeof NewReply>;

/** How much longer a request takes, in minutes from now. */
export const RequestDelay = shape({ minutes: Type.Integer({ minimum: 1, maximum: 240 }) });

/** `worry`: whether something worries them, during the stay. `at-home`: how they are, after it. */
export const DailyKind = oneOf('worry', 'at-home');
export type DailyKind = Static<typeof DailyKind>;

/** The question that an event asks. */
export const DailyQuestion = shape({
  kind: DailyKind,
  date: Type.String({ format: 'date', description: 'The day on which it can be answered, where the hospital is' }),
});
export type DailyQuestion = Static<typeof DailyQuestion>;

export const DailyAnswer = shape({
  ...DailyQuestion.properties,
  answer: oneOf('no', 'yes', 'better', 'same', 'worse'),
  text: Type.Optional(Type.String({ ...Words(2000), description: 'What worries them: with yes or worse only' })),
  isAnonymous: Type.Optional(Type.Boolean({ description: 'Whether staff get no name: with yes only' })),
});
export type DailyAnswer = Static<typeof DailyAnswer>;

export const DailyAnswered = shape({ urgency: Urgency });
export type DailyAnswered = Static<typeof DailyAnswered>;

const Count = Nullable(Type.Integer({ description: 'Null below five: one person could be singled out' }));

/** One ward's answers in a month that is over. */
export const DailyRate = shape({
  month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }),
  ward: Nullable(Type.String({ description: 'Null: unknown, or of few patients' })),
  kind: DailyKind,
  asked: Count,
  answered: Count,
  worried: { ...Count, description: 'Answers of yes or worse; null also if fewer than five answered otherwise' },
  ended: { ...Count, description: 'Concerns from these answers that staff have ended' },
  minutesToEnd: Nullable(Type.Integer({ description: 'Median time from answer to end; null below five' })),
});
export type DailyRate = Static<typeof DailyRate>;
