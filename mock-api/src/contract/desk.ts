/**
 * What the hospital's desk reads and does. Staff only; every request is recorded in the log of the person it concerns.
 */
import { ALL_LANGUAGES } from 'shared-ui/contract/languages';
import { type Static, Type } from 'typebox';
import { AwaySpan, CareEvent, CareSubject, Notification } from './care.ts';
import { EVENT_TYPE } from './codes.ts';
import {
  Day,
  Email,
  identifiers,
  Language,
  Nullable,
  namesake,
  oneOf,
  PersonName,
  PhoneNumber,
  Speaks,
  shape,
  TemplateId,
  Time,
  Words,
} from './parts.ts';
import { RequestStatus, RequestSubject } from './requests.ts';
import { HomePlan, Stay } from './stays.ts';

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
export const Page = shape(page);
export type Page = Static<typeof Page>;

export const AccountStatus = oneOf('review', 'approved', 'denied');
export type AccountStatus = Static<typeof AccountStatus>;
export const AccountsQuery = shape({ ...page, status: Type.Optional(AccountStatus) });

/**
 * An invitation answered by a person whose account is under review. Approving the account accepts an `open`
 * invitation. `accepted`: accepted by this account; `ended`: accepted by another account, or withdrawn.
 */
export const DeskInvitation = shape({
  patient: shape({ id: Type.String(), name: Type.String(), ...identifiers }),
  invitedAt: Time,
  state: oneOf('open', 'accepted', 'ended'),
});
export type DeskInvitation = Static<typeof DeskInvitation>;

/** A self-registered account. */
export const DeskAccount = shape({
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
});
export type DeskAccount = Static<typeof DeskAccount>;
export const Denial = shape({ reason: Words(500) });

export const PatientsQuery = shape({
  ...page,
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Parts of names, a wristband code, a date of birth or a room; accents don’t matter',
    }),
  ),
});

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
  stay: Type.Optional(Nullable(Stay)),
  wasMerged: Type.Optional(
    Type.Literal(true, {
      description: 'In lists: the hospital has joined another record with this one in the last 30 days',
    }),
  ),
  ...identifiers,
  speaks: Type.Optional(Speaks),
  ...namesake,
};
/** A patient in the desk's list, which is sorted by last name. */
export const DeskPatient = shape(patient);
export type DeskPatient = Static<typeof DeskPatient>;

/** A new mobile number that a patient has asked for with the wristband, and that waits for confirmation. */
export const DeskPhoneChange = shape({ phoneNumber: Type.String(), requestedAt: Time });
export type DeskPhoneChange = Static<typeof DeskPhoneChange>;
/** The number that staff have read: not one that has replaced it since. */
export const PhoneChangeDecision = shape({ phoneNumber: PhoneNumber });
export type PhoneChangeDecision = Static<typeof PhoneChangeDecision>;

/** A supporter of a patient, or a person who was invited. */
export const DeskSupporter = shape({
  id: Type.String(),
  name: Type.String({ description: 'As the patient calls them' }),
  account: Nullable(Type.String({ description: 'The name of the account that accepted' })),
  status: oneOf('PENDING', 'ACCEPTED'),
});
export type DeskSupporter = Static<typeof DeskSupporter>;

const HospitalNumber = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$' });
/** The hospital's own number of a patient's record, and the code of its own band. For the desk only. */
const hospitalNumbers = {
  recordNumber: Type.Optional(Nullable(HospitalNumber)),
  bandCode: Type.Optional(Nullable(HospitalNumber)),
};

/** A member of a patient's care team, as the hospital's record names them. */
export const DeskCareTeamMember = shape({ name: Type.String(), role: Nullable(Type.String()) });
export type DeskCareTeamMember = Static<typeof DeskCareTeamMember>;

/** A patient whose record the hospital has joined with this one's. */
export const DeskMerge = shape({
  id: Type.String(),
  at: Time,
  retired: shape({ name: Type.String(), dateOfBirth: Nullable(Day), recordNumber: Nullable(Type.String()) }),
  undoableUntil: Time,
});
export type DeskMerge = Static<typeof DeskMerge>;

/** A patient with the details that the desk acts on. */
export const DeskPatientDetails = shape({
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
  /** Why events, plans and requests are left out: a nurse of another ward needs a reason, other roles don't see them. */
  careWithheld: Type.Optional(oneOf('reason', 'hidden')),
  openRequests: Type.Integer({ description: 'Requests that are not done' }),
  merges: Type.Optional(
    Type.Array(DeskMerge, { description: 'What the hospital has joined in the last 30 days, newest first' }),
  ),
  language: Type.Optional(Language),
  home: Type.Optional(Nullable(HomePlan)),
  next: Nullable(Notification),
  away: Type.Optional(AwaySpan),
  waitingForReturn: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Names of the supporters who asked to be notified when the patient is back',
    }),
  ),
  events: Type.Array(CareEvent, { description: 'The newest 20 of the timeline, newest first' }),
  careTeam: Type.Optional(Type.Array(DeskCareTeamMember, { description: 'Present members with a name, each once' })),
  records: Type.Array(RequestSubject, {
    description: 'Results (result) and care plans (care-plan) that an event may open',
  }),
});
export type DeskPatientDetails = Static<typeof DeskPatientDetails>;

export const NewPatient = shape({
  firstName: PersonName(100),
  lastName: PersonName(100),
  phone: PhoneNumber,
  email: Type.Optional(Email),
  dateOfBirth: Type.Optional(Day),
  room: Type.Optional(Words(40)),
  ward: Type.Optional(Words(40)),
});
export type NewPatient = Static<typeof NewPatient>;

/** New names of a patient; an absent one stays. */
export const PatientChanges = shape({
  firstName: Type.Optional(PersonName(100)),
  lastName: Type.Optional(PersonName(100)),
});
export type PatientChanges = Static<typeof PatientChanges>;

/** How to talk with a patient, as the desk sets it. `language` null: the one of the patient's own device. */
export const SpokenLanguage = shape({ language: Nullable(Language), needsInterpreter: Type.Boolean() });
export type SpokenLanguage = Static<typeof SpokenLanguage>;

/** New values of a patient's other identifiers: null removes one, an absent one stays. */
export const Identifiers = shape({ ...identifiers, ...hospitalNumbers });
export type Identifiers = Static<typeof Identifiers>;
/**
 * All identifiers of a patient, null where there is none. Columns, exports, screens and fixtures have one entry for each
 * key of this type, so the compiler names every place that a new field needs.
 */
export type PatientIdentifiers = { [Field in keyof Identifiers]-?: Exclude<Identifiers[Field], undefined> };

/** ER and eight digits; all previous codes of the patient are void. */
export const Wristband = shape({ code: Type.String() });

/** What a wristband says, for a screen: the code as a QR code, with the patient's name. */
export const WristbandSymbol = shape({
  code: Type.String(),
  name: Type.String(),
  size: Type.Integer({ description: 'Modules along each side, without the quiet zone' }),
  path: Type.String({ description: 'Dark modules as an SVG path, one unit per module' }),
});
export type WristbandSymbol = Static<typeof WristbandSymbol>;

/** An event that the desk can send. Supporters join by invitation only, so the two supporter types are excluded. */
export const NewEvent = shape({
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
      description: 'Urgent events of this patient, and finished tests, that are over with this event',
    }),
  ),
  template: Type.Optional(TemplateId),
});
export type NewEvent = Static<typeof NewEvent>;

/** What happens next: shown at the top of the patient's home screen until changed or removed. */
export const NextStep = shape({
  title: Words(120),
  content: Words(500),
  place: Type.Optional(Words(120)),
  at: Type.Optional(Time),
  /** An event, result or care plan of this patient that it opens. */
  about: Type.Optional(CareSubject),
  delay: Type.Optional(shape({ minutes: Type.Integer({ minimum: 1, maximum: 1440 }), reason: Words(300) })),
});
export type NextStep = Static<typeof NextStep>;

/** Open requests are all that are not done. */
export const RequestListStatus = Type.Unsafe<RequestStatus | 'open'>(Type.Union([RequestStatus, Type.Literal('open')]));
export type RequestListStatus = Static<typeof RequestListStatus>;
export const RequestsQuery = shape({
  ...page,
  status: Type.Optional(RequestListStatus),
  ward: Type.Optional(Type.String({ maxLength: 40, description: 'Only requests about patients of this ward' })),
});

/** Wards in which there are patients, by name. */
export const Wards = Type.Array(Type.String());

/** An interest sign-up; `id` is the cursor for `after`. */
export const SignUp = shape({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  city: Nullable(Type.String()),
  optIn: Type.Boolean(),
  createdAt: Time,
});
export type SignUp = Static<typeof SignUp>;

export const TemplateKind = oneOf('reply', 'event', 'plan');
export type TemplateKind = Static<typeof TemplateKind>;

/** A text in English and French and, if the hospital likes, in other languages. */
function inLanguages(maxLength: number) {
  const [needed, others] = [Words(maxLength), Type.Optional(Words(maxLength))];
  const all = Object.fromEntries(ALL_LANGUAGES.map((language) => [language, others])) as Record<
    (typeof ALL_LANGUAGES)[number],
    typeof others
  >;
  return shape({ ...all, en: needed, fr: needed });
}

/**
 * A text that staff send often, which each reader gets in their language or else in English. Of an event, the title and the short line, which has at most 500
 * characters; of a reply, its name in the list and its text.
 */
export const NewTemplate = shape({ kind: TemplateKind, title: inLanguages(120), text: inLanguages(2000) });
export type NewTemplate = Static<typeof NewTemplate>;
export const DeskTemplate = shape({ ...NewTemplate.properties, id: Type.String() });
export type DeskTemplate = Static<typeof DeskTemplate>;
export const DeskTemplates = shape({
  templates: Type.Array(DeskTemplate),
  mayEdit: Type.Boolean({ description: 'Whether the reader may change them' }),
});
export type DeskTemplates = Static<typeof DeskTemplates>;

export const ExplanationState = oneOf('waiting', 'approved', 'refused');
export type ExplanationState = Static<typeof ExplanationState>;

export const ExplanationsQuery = shape({ ...Page.properties, state: Type.Optional(ExplanationState) });

/** The longest text that is taken from the service or from staff, in characters. */
export const EXPLANATION_LENGTH = 8_000;

export const DeskExplanation = shape({
  id: Type.String(),
  patient: shape({ id: Type.String(), name: Type.String(), ...identifiers }),
  result: shape({ id: Type.String(), name: Type.String(), resultsAt: Time }),
  report: Type.String({ description: 'The report as the service got it, without whose it is' }),
  text: Type.String({ description: 'Plain text' }),
  language: Language,
  state: ExplanationState,
  createdAt: Time,
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Time),
});
export type DeskExplanation = Static<typeof DeskExplanation>;

/** Text to show instead of the service's; absent: that text. */
export const ExplanationText = shape({
  text: Type.Optional(Type.String({ minLength: 1, maxLength: EXPLANATION_LENGTH, pattern: '\\S' })),
});
