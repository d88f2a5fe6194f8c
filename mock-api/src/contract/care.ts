/** What users read: timeline, profiles, supporters, records, the story. */
import { type Static, Type } from 'typebox';
import { EventStatus } from './codes.ts';
import { closed, Nullable, oneOf, PersonName, Time } from './parts.ts';

/**
 * A picture or document of a result or an event. Fetched with the session's token from `url` below the API's base
 * (`/api/`); browsers show it through a blob: URL.
 */
export const Media = Type.Object(
  {
    id: Type.String(),
    title: Type.String({ description: 'What a viewer calls it, e.g. "From the front"' }),
    alt: Type.String({ description: 'What it shows, for people who cannot see it' }),
    url: Type.String({ description: 'Below the base of the API, e.g. v1/results/…/media/front' }),
    type: Type.String({ description: 'Media type, e.g. image/webp' }),
    width: Nullable(Type.Integer({ description: 'In px; null for a document' })),
    height: Nullable(Type.Integer()),
  },
  closed,
);
export type Media = Static<typeof Media>;

/** Something on a patient's timeline or in their records. */
export const CareSubject = Type.Object(
  {
    type: Type.Union([Type.Literal('event'), Type.Literal('result'), Type.Literal('care-plan')]),
    id: Type.String({ minLength: 1, maxLength: 64 }),
  },
  closed,
);
export type CareSubject = Static<typeof CareSubject>;

/** A timeline event. `content` is the short line, `content2` the longer text of the detail view. */
export const CareEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.Integer({ minimum: 0, maximum: 13 }),
    status: EventStatus,
    name: Type.String(),
    content: Type.String(),
    content2: Nullable(Type.String()),
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
    isShared: Type.Optional(
      Type.Literal(true, {
        description: 'Of another user who shares it: its status is the reader’s own, and only its owner can delete it',
      }),
    ),
  },
  closed,
);
export type CareEvent = Static<typeof CareEvent>;

/** `next-step`: what happens next, of which the newest counts. */
export const NotificationKind = Type.Union([Type.Literal('next-step'), Type.Literal('information')]);
export type NotificationKind = Static<typeof NotificationKind>;

export const Notification = Type.Object(
  {
    id: Type.String(),
    profileId: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    kind: NotificationKind,
    icon: Nullable(Type.String({ description: 'Name of a lucide icon' })),
    place: Type.Optional(Type.String()),
    at: Type.Optional(Time),
    /** What a next step is about, and opens. */
    about: Type.Optional(CareSubject),
    delay: Type.Optional(Type.Object({ minutes: Type.Integer(), reason: Type.String() }, closed)),
    createdAt: Time,
  },
  closed,
);
export type Notification = Static<typeof Notification>;

export const SupporterPermissions = Type.Object(
  {
    statusUpdates: Type.Boolean(),
    medicalRecords: Type.Boolean(),
    diagnosticResults: Type.Boolean(),
    carePlans: Type.Boolean(),
    feedback: Type.Boolean(),
  },
  closed,
);
export type SupporterPermissions = Static<typeof SupporterPermissions>;

export const Profile = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    message: Type.String(),
    next: Type.Optional(
      Type.Union([Notification, Type.Null()], {
        description:
          'What happens next for a person whom the user supports, null if nothing is planned; absent if it is not shared, and for the user',
      }),
    ),
    data: Type.Object(
      {
        firstName: Type.String(),
        lastName: Type.String(),
        organization: Type.String(),
        previousStay: Nullable(Type.String({ description: 'When the earlier stay was, in words; null if none' })),
      },
      closed,
    ),
    /** What the person shares with the user; absent for the user's own profile. */
    permissions: Type.Optional(SupporterPermissions),
    hasDay: Type.Optional(
      Type.Boolean({ description: 'Whether the hospital has sent a record, and the user may see a part of its day' }),
    ),
  },
  closed,
);
export type Profile = Static<typeof Profile>;

export const Supporter = Type.Object(
  {
    id: Type.String(),
    profileId: Type.Integer(),
    name: Type.String(),
    content: Type.String(),
    status: Type.Union([Type.Literal('PENDING'), Type.Literal('ACCEPTED')]),
    permissions: SupporterPermissions,
    acceptedAt: Type.Optional(Time),
  },
  closed,
);
export type Supporter = Static<typeof Supporter>;

export const PermissionsChange = Type.Object({ permissions: SupporterPermissions }, closed);
export const SupporterInvite = Type.Object(
  {
    name: PersonName(15),
    phone: Type.String({ pattern: '^\\+1[-. ]?[0-9]{3}[-. ]?[0-9]{3}[-. ]?[0-9]{4}$' }),
  },
  closed,
);
export type SupporterInvite = Static<typeof SupporterInvite>;
/** The supporter and the pending event that the invitation adds to the timeline. */
export const SupporterInvited = Type.Object({ supporter: Supporter, event: CareEvent }, closed);
export type SupporterInvited = Static<typeof SupporterInvited>;

/**
 * Language (BCP 47, `und` if unknown) of a text that is in the hospital's words and not in the reader's language. Absent
 * for all others.
 */
const Language = Type.Optional(Type.String());

/** What a value is: as the hospital itself marked it or, without such a mark, as it compares with its range. */
const Verdict = Type.Object(
  {
    kind: oneOf('missing', 'inside', 'atLow', 'atHigh', 'below', 'above', 'outside'),
    text: Type.String({ description: 'A sentence, e.g. Above normal, or The hospital marked this as very low' }),
    comparison: Nullable(oneOf('inside', 'below', 'above')),
    isMarked: Type.Boolean({ description: 'Whether it is the hospital’s own mark' }),
    isCritical: Type.Boolean({ description: 'Whether the hospital marked it as critical' }),
  },
  {
    ...closed,
    description:
      'missing: no value yet; atLow, atHigh: normal, at a limit; outside: not normal, without a direction. comparison: with the range alone; null if that can’t be known, or the hospital’s mark says something else',
  },
);

/** FHIR R4 Observation, reduced to what a patient reads, in results and over time. */
export const Observation = Type.Object(
  {
    id: Type.String(),
    code: Type.String({ description: 'Short name, e.g. WBC; may be empty' }),
    display: Type.String({ description: 'Plain-language name, e.g. White blood cells' }),
    status: Type.Optional(Type.String({ description: 'How final it is, in words; absent: final' })),
    effectiveDateTime: Type.Optional(
      Type.String({ description: 'When it was measured: YYYY, YYYY-MM, YYYY-MM-DD or a time' }),
    ),
    valueQuantity: Nullable(
      Type.Object(
        {
          value: Type.Number(),
          unit: Type.String(),
          figure: Type.Optional(Type.String({ description: 'The digits as the hospital wrote them, e.g. 1.00' })),
        },
        closed,
      ),
    ),
    valueString: Nullable(Type.String({ description: 'The value in words, if it is no plain number' })),
    referenceRange: Nullable(
      Type.Object(
        { low: Nullable(Type.Number()), high: Nullable(Type.Number()), text: Nullable(Type.String()) },
        { ...closed, description: 'Limits only of a range that applies to the patient, in the unit of the value' },
      ),
    ),
    interpretation: Type.Optional(
      Type.Array(Type.String(), { description: 'What the hospital marked it as; first what is the verdict' }),
    ),
    verdict: Nullable(Verdict),
    note: Type.Optional(Type.Array(Type.String())),
    series: Type.Optional(
      Type.String({ description: 'Code of its other values in the measurements, if there are any' }),
    ),
    languages: Type.Optional(
      Type.Object(
        {
          display: Language,
          valueString: Language,
          referenceRange: Language,
          interpretation: Language,
          note: Language,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Observation = Static<typeof Observation>;

/** The navigator's insights into a report: a plain-language summary, and explanations of the report's terms. */
export const Insights = Type.Object(
  {
    state: Type.Literal('ready'),
    paragraphs: Type.Array(Type.String()),
    terms: Type.Array(Type.Object({ term: Type.String(), meaning: Type.String() }, closed)),
  },
  closed,
);
export type Insights = Static<typeof Insights>;
/** The insights are still being prepared; retry after this many seconds (same as `Retry-After`). */
export const InsightsPending = Type.Object(
  { state: Type.Literal('preparing'), retryAfter: Type.Integer({ minimum: 1 }) },
  closed,
);
export type InsightsPending = Static<typeof InsightsPending>;

/** Indexes of all the questions about a result that the user wants to ask. */
export const QuestionsTicked = Type.Object(
  { ticked: Type.Array(Type.Integer({ minimum: 0, maximum: 99 }), { maxItems: 100, uniqueItems: true }) },
  closed,
);
export type QuestionsTicked = Static<typeof QuestionsTicked>;

/** FHIR R4 DiagnosticReport, with its observations and media contained. */
export const Result = Type.Object(
  {
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
    languages: Type.Optional(Type.Object({ name: Language, content: Language, conclusion: Language }, closed)),
    explanation: Type.Optional(
      Type.Object(
        {
          text: Type.String({ description: 'Plain text; a line break starts a paragraph' }),
          language: Type.String({ description: 'BCP 47' }),
          approvedBy: Nullable(Type.String({ description: 'Name of the staff member; null if the account is gone' })),
          approvedAt: Time,
        },
        { ...closed, description: "A text of the hospital's own service, approved at the desk" },
      ),
    ),
  },
  closed,
);
export type Result = Static<typeof Result>;

export const CarePlan = Type.Object(
  {
    id: Type.String(),
    profileId: Type.Integer(),
    data: Type.Object(
      {
        title: Type.String(),
        doctor: Type.String(),
        duration: Type.String(),
        carePlans: Type.Array(
          Type.Object(
            {
              title: Type.String(),
              comments: Type.String(),
              languages: Type.Optional(Type.Object({ title: Language, comments: Language }, closed)),
            },
            closed,
          ),
        ),
        languages: Type.Optional(Type.Object({ title: Language }, closed)),
      },
      closed,
    ),
  },
  closed,
);
export type CarePlan = Static<typeof CarePlan>;

/** The demo story, scripted as data. A step's delay counts from the previous step, in milliseconds. */
export const StorySeries = Type.Union([Type.Literal('patient'), Type.Literal('supporter')]);
export type StorySeries = Static<typeof StorySeries>;
export const Story = Type.Object(
  {
    series: Type.Array(
      Type.Object(
        {
          id: StorySeries,
          profileId: Type.Integer(),
          steps: Type.Array(Type.Object({ index: Type.Integer(), delayMs: Type.Integer({ minimum: 0 }) }, closed)),
          position: Type.Integer({ minimum: 0, description: 'How many steps have been played' }),
        },
        closed,
      ),
    ),
    isStoryDone: Type.Boolean(),
  },
  closed,
);
export type Story = Static<typeof Story>;
/** Result of playing a step. Playing a step twice returns the same response and adds nothing. */
export const StoryStepPlayed = Type.Object(
  {
    position: Type.Integer(),
    isStoryDone: Type.Boolean(),
    events: Type.Array(CareEvent),
    results: Type.Array(Result),
    carePlans: Type.Array(CarePlan),
    notifications: Type.Array(Notification, { description: 'All that hold now, newest first' }),
  },
  closed,
);
export type StoryStepPlayed = Static<typeof StoryStepPlayed>;

/** Response to accepting a supporter request: the request is removed, and a profile and an event are added. */
export const RequestAccepted = Type.Object(
  {
    removedId: Type.String(),
    profile: Type.Optional(Profile),
    event: CareEvent,
  },
  { ...closed, description: 'Without a profile, the patient has to say yes first, or has just said it' },
);
export type RequestAccepted = Static<typeof RequestAccepted>;
/** Response to declining a request. `isRemoved`: the request has ended; false for that of the demo's story, which stays. */
export const RequestDeclined = Type.Object({ isRemoved: Type.Boolean() }, closed);
export type RequestDeclined = Static<typeof RequestDeclined>;
