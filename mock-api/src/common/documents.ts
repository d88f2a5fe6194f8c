/**
 * Content of the database's `document` columns, with every sentence in each language. `Text` is one sentence;
 * `localized` translates a whole document into one reader's language.
 */
import type {
  CareSubject,
  DailyQuestion,
  EventStatus,
  EventType,
  NotificationKind,
  ResultType,
  SupporterPermissions,
} from '../contract.ts';
import { isText, type Locale, type Text, textIn } from './i18n.ts';

export type { Text } from './i18n.ts';

export type Localized<T> = T extends Text ? string : T extends object ? { [K in keyof T]: Localized<T[K]> } : T;

function pick(value: unknown, locale: Locale): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, locale));
  if (isText(value)) return textIn(value, locale);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pick(item, locale)]));
}

/** Returns the document with every `Text` in it replaced by the sentence in `locale`. */
export function localized<T>(document: T, locale: Locale): Localized<T> {
  return pick(document, locale) as Localized<T>;
}

/** A file in the demo's media folder, or one that came with the patient's record, and what it shows. */
export interface MediaDocument {
  id: string;
  title: Text;
  alt: Text;
  /** Name of the file; may differ by language. Empty for one that is `stored`. */
  file: string | Text;
  /** Id of the file in the patient's record. */
  stored?: string;
  type: string;
  width: number | null;
  height: number | null;
}

export interface ProfileDocument {
  id: number;
  /** Null: the account's own name, which the user may change. */
  firstName: string | null;
  lastName: string | null;
  organization: string;
  message: Text;
  previousStay: Text | null;
  /** Id of the supporter entry in the account that shares this profile; absent for the demo's own. */
  sharedBy?: string;
}

/** What accepting a supporter request adds. */
export interface Acceptance {
  profile: ProfileDocument;
  event: EventDocument;
}

/** Whether an account may accept an invitation: the entry in the patient's list of supporters, and the account. */
export interface Ask {
  supporterId: string;
  userId: string;
}

export interface EventDocument {
  /** Unique within a user's demo. */
  key: string;
  profileId: number;
  type: EventType;
  status: EventStatus;
  name: Text;
  /** Instead of `name` for supporters, if that is only for the patient. */
  sharedName?: Text;
  content: Text;
  content2?: Text;
  /** Key of the result or care plan it opens. */
  link?: string;
  /** Id of the record it opens, instead of `link`; null: it opens itself. */
  linkId?: string | null;
  previousStay?: boolean;
  /** ISO time; absent: the time at which it is added. */
  at?: string;
  /** How long ago it happened when it is added, in minutes; instead of `at`. */
  minutesAgo?: number;
  acceptance?: Acceptance;
  ask?: Ask;
  picture?: MediaDocument;
  /** The survey that a hospital event about an admission asks for. */
  survey?: 'admission';
  /** Id of the request that the hospital has replied to. */
  requestId?: string;
  /** The question of a day that it asks. */
  dailyQuestion?: DailyQuestion;
  /** Result or care plan that the event mentions; `aboutKey` instead names one of the same content. */
  about?: CareSubject;
  aboutKey?: SubjectKey;
  /** Screen of the profile that the event leads to. */
  leadsTo?: 'going-home';
  /** Never shown to supporters. */
  isWithheld?: boolean;
}

/** A subject in a user's demo, by its key. */
export interface SubjectKey {
  type: CareSubject['type'];
  key: string;
}

/** The part of an event that is stored as its document. */
export interface EventBody
  extends Pick<
    EventDocument,
    | 'name'
    | 'sharedName'
    | 'content'
    | 'ask'
    | 'picture'
    | 'survey'
    | 'requestId'
    | 'dailyQuestion'
    | 'about'
    | 'leadsTo'
  > {
  content2: Text | null;
  /** More of `content2` that supporters don't see: how to prepare for an appointment. */
  preparation?: Text;
  acceptance: Acceptance | null;
}

/** How a value compares with a range, limits included. */
export type Verdict = 'inside' | 'below' | 'above';

/** How the hospital itself marked a value. */
export interface MarkDocument {
  /** A sentence, such as "The hospital marked this as very low". */
  text: Text;
  /** `outside`: not normal, without a direction. */
  kind: Verdict | 'outside';
  isCritical: boolean;
}

/** A value as a result stores it. What is optional is absent in the demo's results, and in rows from before it was stored. */
export interface ObservationDocument {
  id: string;
  code: string;
  display: Text;
  /** `figure`: the digits as the source wrote them. */
  valueQuantity: { value: number; unit: string; figure?: string } | null;
  /** The value in words if it is no plain number; in rows without `marks` also these and the status. */
  valueString: Text | null;
  /** Limits of the range that applies to this person, in the unit of the value; null if that can't be known. */
  referenceRange: { low: number | null; high: number | null; text: Text | null } | null;
  at?: string | null;
  /** The hospital's marks that say how the value compares or how critical it is, as one sentence. */
  mark?: MarkDocument | null;
  /** The hospital's other marks. */
  marks?: Text[];
  /** How final it is; null: final. */
  status?: Text | null;
  /** Of a corrected one, its status with the day. */
  correction?: Text;
  notes?: Text[];
  /** How it compares with its range; null if that can't be known, or the hospital's mark says something else. */
  verdict?: Verdict | null;
}

export interface InsightsDocument {
  paragraphs: Text[];
  terms: { term: Text; meaning: Text }[];
}

export interface ResultBody {
  name: Text;
  content: Text;
  completedAt: string;
  /** A name; by language where the title is translated. */
  performer: string | Text | null;
  conclusion: Text | null;
  observations: ObservationDocument[];
  media: MediaDocument[];
  questions: Text[];
  /** The navigator's insights; absent if it has none. */
  insights?: InsightsDocument;
}

export interface ResultDocument extends ResultBody {
  key: string;
  profileId: number;
  type: ResultType;
  /** ISO times; absent: the time at which it is added. */
  performedAt?: string;
  resultsAt?: string;
  /** How long ago it was performed and ready when it is added, in minutes; instead of the times. */
  minutesAgo?: { performed: number; ready: number };
}

export interface CarePlanBody {
  title: Text;
  /** A name; by language where the title is translated. */
  doctor: string | Text;
  duration: Text;
  /** `warning`: what not to do, or when to come back. */
  carePlans: { title: Text; comments: Text; kind?: 'warning' | 'goal' }[];
  /** For the time after the stay. */
  isForDischarge?: boolean;
  isCompleted?: boolean;
  /** Of its conditions, in a form that is the same for the same condition. Absent in rows from before it was stored. */
  conditions?: string[];
  /** Its end, as precise as the source gave it (YYYY, YYYY-MM, YYYY-MM-DD or a time). */
  until?: string;
}

export interface CarePlanDocument extends CarePlanBody {
  key: string;
  profileId: number;
  at?: string;
}

export interface NotificationBody {
  title: Text;
  content: Text;
  icon: string | null;
  /** Place, time and delay as entered by staff; the demo's places are in both languages. */
  place?: string | Text;
  at?: string;
  delay?: { minutes: number; reason: string };
  /** What the step opens. */
  about?: CareSubject;
}

export interface NotificationDocument extends NotificationBody {
  key: string;
  /** Instead of `about`: a subject of the same content. */
  aboutKey?: SubjectKey;
  /** Default: information. */
  kind?: NotificationKind;
  profileId: number;
  /** How long after it is added it is planned, in minutes, to the next five; instead of `at`. */
  afterMinutes?: number;
}

/** Permissions that a supporter had, and the time at which the patient changed them. */
export interface EarlierPermissions {
  until: string;
  permissions: SupporterPermissions;
}

export interface SupporterBody {
  content: Text;
  acceptedAt?: string;
  /** Each set of permissions once, the latest last; absent if they never changed since the supporter accepted. */
  earlier?: EarlierPermissions[];
}

export interface SupporterDocument {
  key: string;
  content: Text;
  profileId: number;
  name: string;
  status: 'PENDING' | 'ACCEPTED';
  permissions: SupporterPermissions;
}

/** What one step of the story adds. */
export interface StoryStepDocument {
  delayMs: number;
  events: EventDocument[];
  results?: ResultDocument[];
  carePlans?: CarePlanDocument[];
  notifications?: NotificationDocument[];
  /** Keys of notifications that this step removes. */
  retires?: string[];
  /** Keys of finished tests whose result this step adds. */
  ends?: string[];
}

/** Initial content of a user's demo. */
export interface Starter {
  profile: ProfileDocument[];
  event: EventDocument[];
  result: ResultDocument[];
  carePlan: CarePlanDocument[];
  notification: NotificationDocument[];
  supporter: SupporterDocument[];
}
