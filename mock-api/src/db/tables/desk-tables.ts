/** Tables of the hospital’s desk: agreements, wristbands, requests, templates, invitations. */
import type { Generated } from 'kysely';
import type {
  DailyKind,
  OpeningReason,
  RequestKind,
  RequestStatus,
  StayState,
  TemplateKind,
  Urgency,
} from '../../contract.ts';

interface AgreementsTable {
  user_id: string;
  document: string;
  version: string;
  agreed_at: string;
}

/** Every wristband code ever issued. The valid one is also in `users`. */
interface WristbandsTable {
  code: string;
  user_id: string;
  issued_at: string;
  voided_at: string | null;
}

export interface RequestsTable {
  id: string;
  /** The patient. */
  user_id: string;
  /** Sender: the patient or a supporter. */
  author_id: string;
  /** 1: a concern without a name; patient and sender are an account without a person, which has the ward. */
  is_anonymous: Generated<number>;
  /** Profile it is about, by its number in the patient's account. */
  profile_id: number;
  kind: RequestKind;
  /** JSON: {type, id, title}; null if about nothing in particular. */
  about: string | null;
  /** Empty if the kind says it all. */
  text: string;
  /** How strong a pain is, 0 to 10. */
  level: Generated<number | null>;
  urgency: Generated<Urgency>;
  status: RequestStatus;
  created_at: string;
  seen_at: string | null;
  /** Staff member who read it first. */
  seen_by: Generated<string | null>;
  /** Staff member who is on it: at most one. */
  assignee_id: Generated<string | null>;
  /** Until when staff have said it may take. */
  expected_at: Generated<string | null>;
  done_at: string | null;
  /** Staff member who completed it. */
  done_by: Generated<string | null>;
}

interface RequestRepliesTable {
  id: string;
  request_id: string;
  author_id: string;
  text: string;
  /** JSON: a template's text in every language; null for staff's own words. */
  texts: string | null;
  created_at: string;
}

export interface DayPlansTable {
  user_id: string;
  /** YYYY-MM-DD, where the hospital is. */
  date: string;
  /** JSON: what staff entered. */
  document: string;
  written_by: string | null;
  updated_at: string;
  /** How the patient says what is planned. */
  read_back: string | null;
  read_back_at: string | null;
}

export interface StaysTable {
  id: string;
  user_id: string;
  state: StayState;
  /** Null: not yet, or not known. */
  admitted_at: string | null;
  discharged_at: string | null;
  /** The last room of a stay that is over; until then, the room is in `users`. */
  room: string | null;
  /** What the stay is in the hospital's system, such as `server/Encounter/7`; null if only the desk knows it. */
  source_key: string | null;
  /** JSON: what staff have arranged for going home; null: nothing yet. */
  home: Generated<string | null>;
  /** Staff member who ended it at the desk; null if the hospital's system did. */
  discharged_by: string | null;
  /** FHIR's class, such as IMP or AMB; null: not known, as for a stay that began at the desk. */
  class: Generated<string | null>;
  /** When access ended because this stay had been over for long; null while it has not. */
  access_ended_at: Generated<string | null>;
  created_at: string;
  updated_at: string;
}

/** One row per supporter who asked to be notified when the patient is back. */
export interface ReturnNoticesTable {
  supporter_id: string;
  /** The patient. */
  user_id: string;
  asked_at: string;
  news_at: string | null;
  back_at: string | null;
  /** End of the day where the hospital is. */
  expires_at: string;
}

/** What someone said about a patient's list of medications. */
export interface MedicationChecksTable {
  /** Chosen by the client. */
  id: string;
  /** The patient. */
  user_id: string;
  /** The patient or a supporter; null once the supporter's account is erased. */
  author_id: string | null;
  is_by_patient: number;
  /** Request that tells staff of the differences; null without any. */
  request_id: string | null;
  /** JSON: the medications as they were on record, what was said about each, and what was added. */
  document: string;
  checked_at: string;
}

/** Checks that staff have asked for and no one has made yet, one for each patient. */
export interface MedicationCheckAsksTable {
  user_id: string;
  asked_by: string | null;
  asked_at: string;
}

/** Who was asked the question of a day. Kept for that day only: whether someone answered, never what. */
export interface DailyQuestionsTable {
  /** YYYY-MM-DD, where the hospital is. */
  date: string;
  kind: DailyKind;
  user_id: string;
  /** Where the patient was then. */
  ward: string | null;
  answered: Generated<number>;
}

/** How many people of a ward were asked in a month, and have answered. */
export interface DailyCountsTable {
  /** YYYY-MM. */
  month: string;
  /** Empty: unknown. */
  ward: string;
  kind: DailyKind;
  asked: number;
  answered: number;
  /** Answers of yes or worse. */
  worried: number;
}

export interface RoundsQuestionsTable {
  /** Chosen by the client, so that a retry stores nothing twice. */
  id: string;
  /** The patient. */
  user_id: string;
  author_id: string;
  /** JSON: {type, id, title in both languages}; null: about nothing in particular. */
  about: string | null;
  text: string;
  created_at: string;
  answered_at: string | null;
}

/** Texts that staff use often, edited at the desk. */
export interface DeskTemplatesTable {
  id: string;
  kind: TemplateKind;
  /** JSON: {title, text}, each in both languages. */
  document: string;
  updated_at: string;
}

/** One row per invitation answered by an account under review. */
export interface HeldInvitationsTable {
  user_id: string;
  /** The patient's entry; it may have been deleted. */
  supporter_id: string;
  patient_id: string;
  invited_at: string;
}

/** One row per account that supported a patient, or was asked to, and does so no longer. */
export interface EndedSupportsTable {
  /** The patient's entry, which has been deleted: keys of events contain it. */
  supporter_id: string;
  patient_id: string;
  user_id: string;
  /** Number that the patient's profile had in the account, which is not given to another; null if it had none. */
  profile_id: number | null;
}

/** One row per link sent to an invited supporter. */
interface InvitationsTable {
  token_hash: string;
  supporter_id: string;
  expires_at: string;
  used_at: string | null;
}

/** A patient whom a nurse has opened outside their wards, and why. */
export interface DeskOpeningsTable {
  id: string;
  user_id: string;
  staff_id: string;
  reason: OpeningReason;
  note: string | null;
  /** The patient's ward at that time. */
  ward: string | null;
  opened_at: string;
  /** Until when the patient stays open for this person. */
  ends_at: string;
}

/** A critical text of a translation, as staff have signed it: as it is in the release, or corrected. */
export interface TextReviewsTable {
  /** Tag, such as `es`. */
  language: string;
  /** Catalogue and key, such as `timeline-mfe/requests:need.urgent`. */
  text_id: string;
  translation: string;
  /** Hash of the English text and this translation. */
  hash: string;
  /** Hash of the English text and the release's translation when it was signed. */
  release_hash: string;
  signed_by: string;
  signed_at: string;
}

export interface DeskTables {
  text_reviews: TextReviewsTable;
  desk_openings: DeskOpeningsTable;
  stays: StaysTable;
  day_plans: DayPlansTable;
  return_notices: ReturnNoticesTable;
  medication_checks: MedicationChecksTable;
  medication_check_asks: MedicationCheckAsksTable;
  daily_questions: DailyQuestionsTable;
  daily_counts: DailyCountsTable;
  rounds_questions: RoundsQuestionsTable;
  agreements: AgreementsTable;
  wristbands: WristbandsTable;
  requests: RequestsTable;
  request_replies: RequestRepliesTable;
  invitations: InvitationsTable;
  desk_templates: DeskTemplatesTable;
  held_invitations: HeldInvitationsTable;
  ended_supports: EndedSupportsTable;
}
