/**
 * The API's contract: one TypeBox schema a resource. Routes validate and serialise with these, OpenAPI is made
 * from them, and the browser imports the types (as types only, so that no schema reaches the bundle).
 * Times are ISO 8601 UTC strings; `null` means "has not happened".
 */
import { type Static, type TSchema, Type } from 'typebox';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Time = Type.String({ format: 'date-time' });
const closed = { additionalProperties: false };

/** Letters, digits and ._- before the @, a domain, a suffix of 2 to 4 letters (specification, section 5). */
export const EMAIL_PATTERN = '^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,4}$';
/** The password rule as it is enforced (specification, section 5). */
export const PASSWORD_PATTERN = '^(?=.*[A-Za-z])(?=.*[0-9])(?=.*[-@$!%*#?&])[-A-Za-z0-9@$!%*#?&]{8,}$';
/** A number with its dial code: 10 to 15 digits, separators allowed. */
export const PHONE_PATTERN = '^\\+?(?:[ .()-]*[0-9]){10,15}$';

const Email = Type.String({ maxLength: 254, pattern: EMAIL_PATTERN });
const Password = Type.String({ maxLength: 256, pattern: PASSWORD_PATTERN });
const PhoneNumber = Type.String({ maxLength: 24, pattern: PHONE_PATTERN });
const Words = (maxLength: number) => Type.String({ maxLength, pattern: '\\S' });

/** Event type codes (specification, section 3). */
export const EVENT_TYPE = {
  GENERAL: 0,
  SUPPORTER: 1,
  RESULT: 2,
  RESULT_COMPLETE: 3,
  RESULT_SURVEY: 4,
  BLOOD_SURVEY: 5,
  CARE_PLAN: 6,
  MESSAGE: 7,
  HOSPITAL: 8,
  HOSPITAL_SURVEY_IN: 9,
  HOSPITAL_SURVEY_OUT: 10,
  PHYSICIAN: 11,
  SUPPORTER_REQUEST: 12,
} as const;
export type EventType = (typeof EVENT_TYPE)[keyof typeof EVENT_TYPE];

/** Result type codes (specification, section 3). */
export const RESULT_TYPE = { XRAY: 0, BLOOD: 1, ELECTROCARDIOGRAM: 2, BRAIN: 3 } as const;
export type ResultType = (typeof RESULT_TYPE)[keyof typeof RESULT_TYPE];

/** statusId 6: the trial has expired. hospitalStatusId 1: approved, 2: under review (specification, section 9). */
export const USER_STATUS_EXPIRED = 6;
export const HOSPITAL_STATUS = { APPROVED: 1, UNDER_REVIEW: 2 } as const;

export const EventStatus = Type.Union([
  Type.Literal('COMPLETED'),
  Type.Literal('ACTIONABLE'),
  Type.Literal('URGENT'),
  Type.Literal('NOT_VIEWED'),
  Type.Literal('VIEWED'),
  Type.Literal('PENDING'),
]);
export type EventStatus = Static<typeof EventStatus>;

/** Every error answer. `fields` names what to mend: field -> message. */
export const ApiError = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String(),
        message: Type.String(),
        fields: Type.Optional(Type.Record(Type.String(), Type.String())),
      },
      closed,
    ),
  },
  closed,
);
export type ApiError = Static<typeof ApiError>;

export const Phone = Type.Object({ country: Type.String(), digits: Type.String() }, closed);

/** The signed-in user, as a full session sees it. Never holds password or uniqueCode. */
export const User = Type.Object(
  {
    scope: Type.Literal('full'),
    id: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    userName: Type.String(),
    email: Type.String(),
    contactEmail: Nullable(Type.String()),
    phoneNumber: Type.String({ description: 'With country code, e.g. "+1 416 555 0101"; empty if none' }),
    maskedPhone: Type.String({ description: 'All but the last 4 characters hidden' }),
    phone: Nullable(Phone),
    mobilePhone: Nullable(Type.String()),
    address: Nullable(Type.String()),
    address2: Nullable(Type.String()),
    city: Nullable(Type.String()),
    suite: Nullable(Type.String()),
    province: Nullable(Type.String()),
    country: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    organization: Nullable(Type.String()),
    roleType: Type.String({ description: 'patient, supporter or professional' }),
    profileId: Type.Integer(),
    isChampion: Type.Boolean(),
    championedBy: Nullable(Type.String()),
    trackingNumber: Nullable(Type.String()),
    name: Type.String(),
    content: Nullable(Type.String()),
    statusId: Type.Integer(),
    hospitalStatusId: Type.Integer(),
    emailValidated: Type.Boolean(),
    nda: Type.Boolean(),
    termsConditions: Type.Boolean(),
    scanCount: Type.Integer(),
    scannedAt: Nullable(Time),
    lastLoginAt: Nullable(Time),
    pinEnteredAt: Nullable(Time),
    confirmedAt: Nullable(Time),
    demoCompletedAt: Nullable(Time),
    disabledAt: Nullable(Time),
    createdAt: Time,
    updatedAt: Time,
    deletedAt: Nullable(Time),
  },
  closed,
);
export type User = Static<typeof User>;

/** What a narrow session (wristband code, PIN still to come) may see of its own user. */
export const NarrowUser = Type.Object(
  {
    scope: Type.Literal('narrow'),
    firstName: Type.String(),
    maskedPhone: Type.String(),
    statusId: Type.Integer(),
    phoneNumber: Type.Optional(Type.String({ description: 'Only in the answer to the PATCH that has just set it' })),
  },
  closed,
);
export type NarrowUser = Static<typeof NarrowUser>;

export const Me = Type.Union([User, NarrowUser]);
export type Me = Static<typeof Me>;

/** {token, user}: answer of every call that opens a session. The token is opaque; only its hash is stored. */
export const SessionAnswer = Type.Object({ token: Type.String(), user: Me }, closed);
export type SessionAnswer = Static<typeof SessionAnswer>;

export const CodeLogin = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
export const PasswordLogin = Type.Object(
  { username: Type.String({ minLength: 1, maxLength: 254 }), password: Type.String({ minLength: 1, maxLength: 256 }) },
  closed,
);
/** Answer to POST /sessions/pin. */
export const PinSent = Type.Object({ maskedPhone: Type.String(), expiresAt: Time }, closed);
export type PinSent = Static<typeof PinSent>;
export const PinVerify = Type.Object({ pin: Type.String({ pattern: '^[0-9]{4}$' }) }, closed);
export const EmailCheck = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed);

export const Registration = Type.Object(
  {
    firstName: Words(100),
    lastName: Words(100),
    email: Email,
    organization: Words(200),
    phoneNumber: PhoneNumber,
    password: Password,
    confirmPassword: Type.String({ maxLength: 256 }),
  },
  closed,
);
export type Registration = Static<typeof Registration>;
/** What a registration answers: the field that decides the end state, and nothing that tells more. */
export const Registered = Type.Object({ email: Type.String(), hospitalStatusId: Type.Integer() }, closed);
export type Registered = Static<typeof Registered>;

export const InterestSignUp = Type.Object(
  { email: Email, name: Words(200), city: Type.Optional(Type.String({ maxLength: 200 })), optIn: Type.Boolean() },
  closed,
);
export type InterestSignUp = Static<typeof InterestSignUp>;

export const EmailValidated = Type.Object(
  { hospitalStatusId: Type.Integer(), uniqueCode: Type.Optional(Type.String()) },
  closed,
);
export type EmailValidated = Static<typeof EmailValidated>;

/** The token of a link in an e-mail. */
export const LinkToken = Type.Object({ uuid: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
export const EmailOnly = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed);
export const PasswordReset = Type.Object(
  { uuid: Type.String({ minLength: 1, maxLength: 64 }), password: Password },
  closed,
);

const Line = Nullable(Type.String({ maxLength: 200 }));
/**
 * What a person may change about themselves. Anything else of a user that comes along is ignored: the specification
 * (section 6) lets the client send the whole user.
 */
export const UserChanges = Type.Partial(
  Type.Object({
    firstName: Words(100),
    lastName: Words(100),
    contactEmail: Nullable(Email),
    phoneNumber: PhoneNumber,
    phone: Nullable(
      Type.Object(
        { country: Type.String({ maxLength: 3 }), digits: Type.String({ pattern: '^[0-9]{4,15}$' }) },
        closed,
      ),
    ),
    mobilePhone: Nullable(PhoneNumber),
    address: Line,
    address2: Line,
    city: Line,
    suite: Line,
    province: Line,
    country: Line,
    postalCode: Line,
    organization: Line,
    content: Nullable(Type.String({ maxLength: 1000 })),
  }),
);
export type UserChanges = Static<typeof UserChanges>;

/** One event of a timeline. `content` is the short line, `content2` the longer text of the detail view. */
export const CareEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.Integer({ minimum: 0, maximum: 12 }),
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
  },
  closed,
);
export type CareEvent = Static<typeof CareEvent>;

export const Profile = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    message: Type.String(),
    data: Type.Object(
      {
        firstName: Type.String(),
        lastName: Type.String(),
        organization: Type.String(),
        previousStay: Nullable(Type.String({ description: 'When the earlier stay was, in words; null if none' })),
      },
      closed,
    ),
  },
  closed,
);
export type Profile = Static<typeof Profile>;

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

export const Supporter = Type.Object(
  {
    id: Type.String(),
    profileId: Type.Integer(),
    name: Type.String(),
    content: Type.String(),
    status: Type.Union([Type.Literal('PENDING'), Type.Literal('ACCEPTED')]),
    permissions: SupporterPermissions,
  },
  closed,
);
export type Supporter = Static<typeof Supporter>;

export const PermissionsChange = Type.Object({ permissions: SupporterPermissions }, closed);
export const SupporterInvite = Type.Object(
  {
    name: Words(15),
    phone: Type.String({ pattern: '^\\+1[-. ]?[0-9]{3}[-. ]?[0-9]{3}[-. ]?[0-9]{4}$' }),
  },
  closed,
);
export type SupporterInvite = Static<typeof SupporterInvite>;
/** The supporter and the pending event that the invite adds to the timeline. */
export const SupporterInvited = Type.Object({ supporter: Supporter, event: CareEvent }, closed);
export type SupporterInvited = Static<typeof SupporterInvited>;

/** FHIR R4 Observation, reduced to what a patient reads. Text-only values carry `valueString`. */
export const Observation = Type.Object(
  {
    id: Type.String(),
    code: Type.String({ description: 'Short name, e.g. WBC' }),
    display: Type.String({ description: 'Plain-language name, e.g. White blood cells' }),
    valueQuantity: Nullable(Type.Object({ value: Type.Number(), unit: Type.String() }, closed)),
    valueString: Nullable(Type.String()),
    referenceRange: Nullable(
      Type.Object(
        { low: Nullable(Type.Number()), high: Nullable(Type.Number()), text: Nullable(Type.String()) },
        closed,
      ),
    ),
  },
  closed,
);
export type Observation = Static<typeof Observation>;

/** FHIR R4 DiagnosticReport, with its observations and media contained. */
export const Result = Type.Object(
  {
    id: Type.String(),
    profileId: Type.Integer(),
    type: Type.Integer({ minimum: 0, maximum: 3 }),
    name: Type.String(),
    content: Type.String({ description: 'One plain-language sentence' }),
    completedAt: Type.String({ description: 'The hospital that did it' }),
    performedAt: Time,
    resultsAt: Time,
    performer: Nullable(Type.String()),
    conclusion: Nullable(Type.String({ description: 'Plain-language summary' })),
    observations: Type.Array(Observation),
    media: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), url: Type.String() }, closed)),
    questions: Type.Array(Type.String()),
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
        carePlans: Type.Array(Type.Object({ title: Type.String(), comments: Type.String() }, closed)),
      },
      closed,
    ),
  },
  closed,
);
export type CarePlan = Static<typeof CarePlan>;

export const Notification = Type.Object(
  {
    id: Type.String(),
    profileId: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    icon: Nullable(Type.String()),
    createdAt: Time,
  },
  closed,
);
export type Notification = Static<typeof Notification>;

/** The demo story: its script is data. A step's delay is counted from the step before it, in milliseconds. */
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
/** What playing one step gives. Playing a step twice gives the same answer and adds nothing. */
export const StoryStepPlayed = Type.Object(
  {
    position: Type.Integer(),
    isStoryDone: Type.Boolean(),
    events: Type.Array(CareEvent),
    results: Type.Array(Result),
    carePlans: Type.Array(CarePlan),
  },
  closed,
);
export type StoryStepPlayed = Static<typeof StoryStepPlayed>;

/** Accepting a supporter request: the request is gone, the profile and a new event are there. */
export const RequestAccepted = Type.Object({ removedId: Type.String(), profile: Profile, event: CareEvent }, closed);
export type RequestAccepted = Static<typeof RequestAccepted>;

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

/** What the survey recorder takes (specification, section 3). */
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
/** What the recorder's demo list shows: that something came, never what was answered. */
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
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ReceiptList = Static<typeof ReceiptList>;
