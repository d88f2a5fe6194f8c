/** What users read: timeline, profiles, supporters, records, the story. */
import { type Static, Type } from 'typebox';
import { EventStatus } from './codes.ts';
import { MedicationCheckReason } from './medication-checks.ts';
import { ForeignLanguage, Nullable, oneOf, PersonName, shape, Time } from './parts.ts';
import { DailyQuestion } from './requests.ts';

/**
 * A picture or document of a result or an event. Fetched with the session's token from `url` below the API's base
 * (`/api/`); browsers show it through a blob: URL.
 */
export const Media = shape({
  id: Type.String(),
  title: Type.String({ description: 'What a viewer calls it, e.g. "From the front"' }),
  alt: Type.String({ description: 'What it shows, for people who cannot see it' }),
  url: Type.String({ description: 'Below the base of the API, e.g. v1/results/…/media/front' }),
  type: Type.String({ description: 'Media type, e.g. image/webp' }),
  width: Nullable(Type.Integer({ description: 'In px; null for a document' })),
  height: Nullable(Type.Integer()),
});
export type Media = Static<typeof Media>;

/** Something on a patient's timeline or in their records. */
export const CareSubject = shape({
  type: oneOf('event', 'result', 'care-plan'),
  id: Type.String({ minLength: 1, maxLength: 64 }),
});
export type CareSubject = Static<typeof CareSubject>;

/** A timeline event. `content` is the short line, `content2` the longer text of the detail view. */
export const CareEvent = shape({
  id: Type.String(),
  type: Type.Integer({ minimum: 0, maximum: 13 }),
  status: EventStatus,
  name: Type.String(),
  content: Type.String(),
  content2: Nullable(Type.String()),
  languages: Type.Optional(shape({ name: ForeignLanguage, content: ForeignLanguage, content2: ForeignLanguage })),
  linkId: Nullable(
    Type.String({ description: 'Id of the result or care plan it opens; its own id when it opens nothing else' }),
  ),
  profileId: Type.Integer(),
  previousStay: Type.Boolean(),
  viewed: Type.Boolean(),
  isRead: Type.Boolean(),
  isDismissed: Type.Boolean(),
  createdAt: Time,
  updatedAt: Time,
  deletedAt: Nullable(Time),
  picture: Type.Optional(Media),
  survey: Type.Optional(
    Type.Literal('admission', { description: 'What a hospital event asks for: one about an admission does' }),
  ),
  /** A result or care plan that the event mentions and links to. */
  about: Type.Optional(CareSubject),
  wantsToFollow: Type.Optional(
    Type.Literal(true, {
      description: 'Asks the patient whether an account may follow the stay: accept is yes, decline no',
    }),
  ),
  requestId: Type.Optional(
    Type.String({ description: 'Of the request that the hospital has replied to; the event opens it' }),
  ),
  leadsTo: Type.Optional(Type.Literal('going-home', { description: 'A screen of its profile that it leads to' })),
  dailyQuestion: Type.Optional(DailyQuestion),
  isShared: Type.Optional(
    Type.Literal(true, {
      description: 'Of another user who shares it: its status is the reader’s own, and only its owner can delete it',
    }),
  ),
});
export type CareEvent = Static<typeof CareEvent>;

/** `next-step`: what happens next, of which the newest counts. */
export const NotificationKind = oneOf('next-step', 'information');
export type NotificationKind = Static<typeof NotificationKind>;

export const Notification = shape({
  id: Type.String(),
  profileId: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  languages: Type.Optional(shape({ title: ForeignLanguage, content: ForeignLanguage })),
  kind: NotificationKind,
  icon: Nullable(Type.String({ description: 'Name of a lucide icon' })),
  place: Type.Optional(Type.String()),
  at: Type.Optional(Time),
  /** What a next step is about, and opens. */
  about: Type.Optional(CareSubject),
  delay: Type.Optional(shape({ minutes: Type.Integer(), reason: Type.String() })),
  createdAt: Time,
});
export type Notification = Static<typeof Notification>;

export const SupporterPermissions = shape({
  statusUpdates: Type.Boolean(),
  medicalRecords: Type.Boolean(),
  diagnosticResults: Type.Boolean(),
  carePlans: Type.Boolean(),
  feedback: Type.Boolean(),
});
export type SupporterPermissions = Static<typeof SupporterPermissions>;

/** While a step takes a person elsewhere: from shortly before its time until home no longer shows it. */
export const AwaySpan = shape({ from: Time, until: Time });
export type AwaySpan = Static<typeof AwaySpan>;

/** That a supporter asked today to be notified when the patient is back, and how it ended: by one of the two. */
export const ReturnNotice = shape({
  askedAt: Time,
  newsAt: Nullable(Type.String({ format: 'date-time', description: 'When the next event of the stay came' })),
  backAt: Nullable(Type.String({ format: 'date-time', description: 'When staff said that the patient is back' })),
});
export type ReturnNotice = Static<typeof ReturnNotice>;

export const Profile = shape({
  id: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  message: Type.String(),
  next: Type.Optional(
    Type.Union([Notification, Type.Null()], {
      description:
        'What happens next for a person whom the user supports, null if nothing is planned; absent if it is not shared, and for the user',
    }),
  ),
  data: shape({
    firstName: Type.String(),
    lastName: Type.String(),
    organization: Type.String(),
    previousStay: Nullable(Type.String({ description: 'When the earlier stay was, in words; null if none' })),
  }),
  /** What the person shares with the user; absent for the user's own profile. */
  permissions: Type.Optional(SupporterPermissions),
  hasDay: Type.Optional(
    Type.Boolean({ description: 'Whether the hospital has sent a record, and the user may see a part of its day' }),
  ),
  hasPlan: Type.Optional(
    Type.Boolean({ description: 'Whether the user may read a plan that staff have set for today' }),
  ),
  away: Type.Optional(AwaySpan),
  returnNotice: Type.Optional(ReturnNotice),
  /** Why the list of medications should be checked now; absent if it need not, or the user may not. */
  medicationCheck: Type.Optional(MedicationCheckReason),
});
export type Profile = Static<typeof Profile>;

export const Supporter = shape({
  id: Type.String(),
  profileId: Type.Integer(),
  name: Type.String(),
  content: Type.String(),
  status: oneOf('PENDING', 'ACCEPTED'),
  permissions: SupporterPermissions,
  acceptedAt: Type.Optional(Time),
});
export type Supporter = Static<typeof Supporter>;

export const PermissionsChange = shape({ permissions: SupporterPermissions });
export const SupporterInvite = shape({
  name: PersonName(15),
  phone: Type.String({ pattern: '^\\+1[-. ]?[0-9]{3}[-. ]?[0-9]{3}[-. ]?[0-9]{4}$' }),
  /** Take effect with the acceptance; all if absent. */
  permissions: Type.Optional(SupporterPermissions),
});
export type SupporterInvite = Static<typeof SupporterInvite>;
/** The supporter and the pending event that the invitation adds to the timeline. */
export const SupporterInvited = shape({ supporter: Supporter, event: CareEvent });
export type SupporterInvited = Static<typeof SupporterInvited>;

/** What a value is: as the hospital itself marked it or, without such a mark, as it compares with its range. */
const Verdict = shape(
  {
    kind: oneOf('missing', 'inside', 'atLow', 'atHigh', 'below', 'above', 'outside'),
    text: Type.String({ description: 'A sentence, e.g. Above normal, or The hospital marked this as very low' }),
    comparison: Nullable(oneOf('inside', 'below', 'above')),
    isMarked: Type.Boolean({ description: 'Whether it is the hospital’s own mark' }),
    isCritical: Type.Boolean({ description: 'Whether the hospital marked it as critical' }),
  },
  {
    description:
      'missing: no value yet; atLow, atHigh: normal, at a limit; outside: not normal, without a direction. comparison: with the range alone; null if that can’t be known, or the hospital’s mark says something else',
  },
);

/** FHIR R4 Observation, reduced to what a patient reads, in results and over time. */
export const Observation = shape({
  id: Type.String(),
  code: Type.String({ description: 'Short name, e.g. WBC; may be empty' }),
  display: Type.String({ description: 'Plain-language name, e.g. White blood cells' }),
  status: Type.Optional(
    Type.String({ description: 'How final it is, in words, and the day of a correction; absent: final' }),
  ),
  isCorrected: Type.Optional(Type.Literal(true)),
  effectiveDateTime: Type.Optional(
    Type.String({ description: 'When it was measured: YYYY, YYYY-MM, YYYY-MM-DD or a time' }),
  ),
  valueQuantity: Nullable(
    shape({
      value: Type.Number(),
      unit: Type.String(),
      figure: Type.Optional(
        Type.String({
          description:
            'The digits as the hospital wrote them, e.g. 1.00; over time with as many decimals as all others of the series',
        }),
      ),
    }),
  ),
  original: Type.Optional(
    Type.String({
      description:
        'Over time: the value as the hospital sent it, e.g. 13.4 g/dL, where it and its range are converted into the unit of the series',
    }),
  ),
  valueString: Nullable(Type.String({ description: 'The value in words, if it is no plain number' })),
  referenceRange: Nullable(
    shape(
      { low: Nullable(Type.Number()), high: Nullable(Type.Number()), text: Nullable(Type.String()) },
      { description: 'Limits only of a range that applies to the patient, in the unit of the value' },
    ),
  ),
  interpretation: Type.Optional(
    Type.Array(Type.String(), { description: 'What the hospital marked it as; first what is the verdict' }),
  ),
  verdict: Nullable(Verdict),
  note: Type.Optional(Type.Array(Type.String())),
  series: Type.Optional(Type.String({ description: 'Code of its other values in the measurements, if there are any' })),
  languages: Type.Optional(
    shape({
      display: ForeignLanguage,
      valueString: ForeignLanguage,
      referenceRange: ForeignLanguage,
      interpretation: ForeignLanguage,
      note: ForeignLanguage,
    }),
  ),
});
export type Observation = Static<typeof Observation>;

/** The navigator's insights into a report: a plain-language summary, and explanations of the report's terms. */
export const Insights = shape({
  state: Type.Literal('ready'),
  paragraphs: Type.Array(Type.String()),
  terms: Type.Array(shape({ term: Type.String(), meaning: Type.String() })),
});
export type Insights = Static<typeof Insights>;
/** The insights are still being prepared; retry after this many seconds (same as `Retry-After`). */
export const InsightsPending = shape({ state: Type.Literal('preparing'), retryAfter: Type.Integer({ minimum: 1 }) });
export type InsightsPending = Static<typeof InsightsPending>;

/** Indexes of all the questions about a result that the user wants to ask. */
export const QuestionsTicked = shape({
  ticked: Type.Array(Type.Integer({ minimum: 0, maximum: 99 }), { maxItems: 100, uniqueItems: true }),
});
export type QuestionsTicked = Static<typeof QuestionsTicked>;

/** FHIR R4 DiagnosticReport, with its observations and media contained. */
export const Result = shape({
  id: Type.String(),
  profileId: Type.Integer(),
  type: Type.Integer({ minimum: 0, maximum: 4 }),
  name: Type.String(),
  content: Type.String({ description: 'One plain-language sentence' }),
  completedAt: Type.String({ description: 'The hospital that did it' }),
  performedAt: Time,
  resultsAt: Time,
  performer: Nullable(Type.String()),
  conclusion: Nullable(Type.String({ description: 'Plain-language summary' })),
  observations: Type.Array(Observation),
  media: Type.Array(Media),
  questions: Type.Array(Type.String()),
  languages: Type.Optional(shape({ name: ForeignLanguage, content: ForeignLanguage, conclusion: ForeignLanguage })),
  explanation: Type.Optional(
    shape(
      {
        text: Type.String({ description: 'Plain text; a line break starts a paragraph' }),
        language: Type.String({ description: 'BCP 47' }),
        approvedBy: Nullable(Type.String({ description: 'Name of the staff member; null if the account is gone' })),
        approvedAt: Time,
      },
      { description: "A text of the hospital's own service, approved at the desk" },
    ),
  ),
});
export type Result = Static<typeof Result>;

const planHead = { title: Type.String(), doctor: Type.String(), duration: Type.String() };

export const CarePlan = shape({
  id: Type.String(),
  profileId: Type.Integer(),
  data: shape({
    ...planHead,
    carePlans: Type.Array(
      shape({
        title: Type.String(),
        comments: Type.String(),
        kind: Type.Optional(oneOf('warning', 'goal')),
        source: Type.Optional(Type.Integer({ minimum: 0, description: 'Index of its plan in `sources`' })),
        languages: Type.Optional(shape({ title: ForeignLanguage, comments: ForeignLanguage })),
      }),
    ),
    languages: Type.Optional(shape({ title: ForeignLanguage })),
    sources: Type.Optional(
      Type.Array(
        shape({ id: Type.String(), ...planHead, languages: Type.Optional(shape({ title: ForeignLanguage })) }),
        {
          description: 'The plans that it is made of, the newest first, if there are several for the same condition',
        },
      ),
    ),
  }),
});
export type CarePlan = Static<typeof CarePlan>;

/** The demo story, scripted as data. A step's delay counts from the previous step, in milliseconds. */
export const StorySeries = oneOf('patient', 'supporter');
export type StorySeries = Static<typeof StorySeries>;
export const Story = shape({
  series: Type.Array(
    shape({
      id: StorySeries,
      profileId: Type.Integer(),
      steps: Type.Array(shape({ index: Type.Integer(), delayMs: Type.Integer({ minimum: 0 }) })),
      position: Type.Integer({ minimum: 0, description: 'How many steps have been played' }),
    }),
  ),
  isStoryDone: Type.Boolean(),
});
export type Story = Static<typeof Story>;
/** Result of playing a step. Playing a step twice returns the same response and adds nothing. */
export const StoryStepPlayed = shape({
  position: Type.Integer(),
  isStoryDone: Type.Boolean(),
  events: Type.Array(CareEvent),
  results: Type.Array(Result),
  carePlans: Type.Array(CarePlan),
  notifications: Type.Array(Notification, { description: 'All that hold now, newest first' }),
});
export type StoryStepPlayed = Static<typeof StoryStepPlayed>;

/** Response to accepting a supporter request: the request is removed, and a profile and an event are added. */
export const RequestAccepted = shape(
  {
    removedId: Type.String(),
    profile: Type.Optional(Profile),
    event: CareEvent,
  },
  { description: 'Without a profile, the patient has to say yes first, or has just said it' },
);
export type RequestAccepted = Static<typeof RequestAccepted>;
/**
 * Response to declining a request. `isRemoved`: the request has ended; false for that of the demo's story, which stays.
 */
export const RequestDeclined = shape({ isRemoved: Type.Boolean() });
export type RequestDeclined = Static<typeof RequestDeclined>;
