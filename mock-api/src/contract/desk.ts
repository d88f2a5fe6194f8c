/**
 * What the hospital's desk reads and does. Staff only; every request is recorded in the log of the person it concerns.
 */
import { type Static, Type } from 'typebox';
import { CareEvent, CareSubject, Notification } from './care.ts';
import { EVENT_TYPE } from './codes.ts';
import { closed, Day, Email, identifiers, Nullable, PersonName, PhoneNumber, Time, Words } from './parts.ts';
import { Language, RequestStatus, RequestSubject } from './requests.ts';

/**
 * A page of a list: `limit` entries (default 50, at most 200) after the entry with the id `after`. A page with fewer
 * entries than requested is the last one.
 */
const page = {
  after: Type.Optional(Type.String({ maxLength: 254, description: 'Id of the last entry of the page before' })),
  limit: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: 'Entries of a page: 50, at most 200' }),
  ),
};
export const Page = Type.Object(page, closed);
export type Page = Static<typeof Page>;

export const AccountStatus = Type.Union([Type.Literal('review'), Type.Literal('approved'), Type.Literal('denied')]);
export type AccountStatus = Static<typeof AccountStatus>;
export const AccountsWanted = Type.Object({ ...page, status: Type.Optional(AccountStatus) }, closed);

/**
 * An invitation answered by a person whose account is under review. Approving the account accepts an `open`
 * invitation. `accepted`: accepted by this account; `ended`: accepted by another account, or withdrawn.
 */
export const DeskInvitation = Type.Object(
  {
    patient: Type.Object({ id: Type.String(), name: Type.String(), ...identifiers }, closed),
    invitedAt: Time,
    state: Type.Union([Type.Literal('open'), Type.Literal('accepted'), Type.Literal('ended')]),
  },
  closed,
);
export type DeskInvitation = Static<typeof DeskInvitation>;

/** A self-registered account. */
export const DeskAccount = Type.Object(
  {
    id: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    organization: Nullable(Type.String()),
    phoneNumber: Type.String(),
    roleType: Type.String(),
    emailValidated: Type.Boolean(),
    status: AccountStatus,
    reason: Nullable(Type.String({ description: 'The reason for the denial, as sent to the person' })),
    createdAt: Time,
    invitations: Type.Array(DeskInvitation),
    dueAt: Type.Optional(
      Nullable(Type.String({ format: 'date-time', description: 'When the wait is too long; null once decided' })),
    ),
  },
  closed,
);
export type DeskAccount = Static<typeof DeskAccount>;
export const Denial = Type.Object({ reason: Words(500) }, closed);

export const PatientsWanted = Type.Object(
  {
    ...page,
    search: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Parts of names, a wristband code, a date of birth or a room; accents don’t matter',
      }),
    ),
  },
  closed,
);

/** In lists and on the patient's page, where staff choose or check a patient. */
export const namesake = {
  hasSimilarName: Type.Optional(
    Type.Literal(true, { description: 'Another patient has the same or a similar name: check the birth date' }),
  ),
};

const patient = {
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  phoneNumber: Type.String(),
  wristbandCode: Nullable(Type.String({ description: 'The code that is valid now' })),
  isExpired: Type.Boolean({ description: 'Whether the trial is over' }),
  createdAt: Time,
  ...identifiers,
  ...namesake,
};
/** A patient in the desk's list, which is sorted by last name. */
export const DeskPatient = Type.Object(patient, closed);
export type DeskPatient = Static<typeof DeskPatient>;

/** A new mobile number that a patient has asked for with the wristband, and that waits for confirmation. */
export const DeskPhoneChange = Type.Object({ phoneNumber: Type.String(), requestedAt: Time }, closed);
export type DeskPhoneChange = Static<typeof DeskPhoneChange>;
/** The number that staff have read: not one that has replaced it since. */
export const PhoneChangeDecision = Type.Object({ phoneNumber: PhoneNumber }, closed);
export type PhoneChangeDecision = Static<typeof PhoneChangeDecision>;

/** A supporter of a patient, or a person who was invited. */
export const DeskSupporter = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'As the patient calls them' }),
    account: Nullable(Type.String({ description: 'The name of the account that accepted' })),
    status: Type.Union([Type.Literal('PENDING'), Type.Literal('ACCEPTED')]),
  },
  closed,
);
export type DeskSupporter = Static<typeof DeskSupporter>;

const HospitalNumber = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$' });
/** The hospital's own number of a patient's record, and the code of its own band. For the desk only. */
const hospitalNumbers = {
  recordNumber: Type.Optional(Nullable(HospitalNumber)),
  bandCode: Type.Optional(Nullable(HospitalNumber)),
};

/** A patient with the details that the desk acts on. */
export const DeskPatientDetails = Type.Object(
  {
    ...patient,
    preferredName: Type.Optional(Type.String({ description: 'What the patient wants to be called' })),
    ...hospitalNumbers,
    lastLoginAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Last sign-in, with a password, a passkey, or wristband and PIN',
      }),
    ),
    scannedAt: Nullable(Time),
    phoneChange: Type.Optional(DeskPhoneChange),
    supporters: Type.Optional(Type.Array(DeskSupporter)),
    isLocked: Type.Boolean({ description: 'Whether too many wrong passwords or PINs lock the patient out' }),
    sessions: Type.Integer({ description: 'On how many devices the patient is signed in' }),
    openRequests: Type.Integer({ description: 'Requests that are not done' }),
    language: Type.Optional(Language),
    next: Nullable(Notification),
    events: Type.Array(CareEvent, { description: 'The newest 20 of the timeline, newest first' }),
    records: Type.Array(RequestSubject, {
      description: 'Results (result) and care plans (care-plan) that an event may open',
    }),
  },
  closed,
);
export type DeskPatientDetails = Static<typeof DeskPatientDetails>;

export const NewPatient = Type.Object(
  {
    firstName: PersonName(100),
    lastName: PersonName(100),
    phone: PhoneNumber,
    email: Type.Optional(Email),
    dateOfBirth: Type.Optional(Day),
    room: Type.Optional(Words(40)),
  },
  closed,
);
export type NewPatient = Static<typeof NewPatient>;

/** New names of a patient; an absent one stays. */
export const PatientChanges = Type.Object(
  { firstName: Type.Optional(PersonName(100)), lastName: Type.Optional(PersonName(100)) },
  closed,
);
export type PatientChanges = Static<typeof PatientChanges>;

/** New values of a patient's other identifiers: null removes one, an absent one stays. */
export const Identifiers = Type.Object({ ...identifiers, ...hospitalNumbers }, closed);
export type Identifiers = Static<typeof Identifiers>;

/** ER and eight digits; all previous codes of the patient are void. */
export const Wristband = Type.Object({ code: Type.String() }, closed);

/** What a wristband says, for a screen: the code as a QR code, with the patient's name. */
export const WristbandSymbol = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    size: Type.Integer({ description: 'Modules along each side, without the quiet zone' }),
    path: Type.String({ description: 'Dark modules as an SVG path, one unit per module' }),
  },
  closed,
);
export type WristbandSymbol = Static<typeof WristbandSymbol>;

/** An event that the desk can send. Supporters join by invitation only, so the two supporter types are excluded. */
export const NewEvent = Type.Object(
  {
    type: Type.Union([
      Type.Literal(EVENT_TYPE.GENERAL),
      Type.Literal(EVENT_TYPE.RESULT),
      Type.Literal(EVENT_TYPE.RESULT_COMPLETE),
      Type.Literal(EVENT_TYPE.RESULT_SURVEY),
      Type.Literal(EVENT_TYPE.BLOOD_SURVEY),
      Type.Literal(EVENT_TYPE.CARE_PLAN),
      Type.Literal(EVENT_TYPE.MESSAGE),
      Type.Literal(EVENT_TYPE.HOSPITAL),
      Type.Literal(EVENT_TYPE.HOSPITAL_SURVEY_IN),
      Type.Literal(EVENT_TYPE.HOSPITAL_SURVEY_OUT),
      Type.Literal(EVENT_TYPE.PHYSICIAN),
    ]),
    name: Words(120),
    content: Words(500),
    content2: Type.Optional(Type.String({ maxLength: 4000 })),
    survey: Type.Optional(
      Type.Literal('admission', { description: 'A hospital event that is about an admission asks about it' }),
    ),
    linkId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'A result or care plan of this patient that it opens' }),
    ),
    status: Type.Optional(
      Type.Union([Type.Literal('NOT_VIEWED'), Type.Literal('URGENT'), Type.Literal('ACTIONABLE')], {
        description: 'NOT_VIEWED by default; ACTIONABLE for a survey',
      }),
    ),
    ends: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: 20,
        description: 'Urgent events of this patient that are over with this event',
      }),
    ),
  },
  closed,
);
export type NewEvent = Static<typeof NewEvent>;

/** What happens next: shown at the top of the patient's home screen until changed or removed. */
export const NextStep = Type.Object(
  {
    title: Words(120),
    content: Words(500),
    place: Type.Optional(Words(120)),
    at: Type.Optional(Time),
    /** An event, result or care plan of this patient that it opens. */
    about: Type.Optional(CareSubject),
    delay: Type.Optional(
      Type.Object({ minutes: Type.Integer({ minimum: 1, maximum: 1440 }), reason: Words(300) }, closed),
    ),
  },
  closed,
);
export type NextStep = Static<typeof NextStep>;

export const RequestsWanted = Type.Object({ ...page, status: Type.Optional(RequestStatus) }, closed);

/** An interest sign-up; `id` is the cursor for `after`. */
export const SignUp = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    city: Nullable(Type.String()),
    optIn: Type.Boolean(),
    createdAt: Time,
  },
  closed,
);
export type SignUp = Static<typeof SignUp>;

export const TemplateKind = Type.Union([Type.Literal('reply'), Type.Literal('event')]);
export type TemplateKind = Static<typeof TemplateKind>;

const inBoth = (maxLength: number) => Type.Object({ en: Words(maxLength), fr: Words(maxLength) }, closed);

/**
 * A text that staff send often, in both languages. Of an event, the title and the short line, which has at most 500
 * characters; of a reply, its name in the list and its text.
 */
export const NewTemplate = Type.Object({ kind: TemplateKind, title: inBoth(120), text: inBoth(2000) }, closed);
export type NewTemplate = Static<typeof NewTemplate>;
export const DeskTemplate = Type.Object({ ...NewTemplate.properties, id: Type.String() }, closed);
export type DeskTemplate = Static<typeof DeskTemplate>;
/** The hospital's templates. */
export const DeskTemplates = Type.Object(
  {
    templates: Type.Array(DeskTemplate),
    mayEdit: Type.Boolean({ description: 'Whether the reader may change them' }),
  },
  closed,
);
export type DeskTemplates = Static<typeof DeskTemplates>;
