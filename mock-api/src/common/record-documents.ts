/**
 * Content of `record_items`: what a patient reads of the hospital's own system, apart from results, care plans and events.
 * `lang` is the language of the hospital's words, if it says so. Times are dates as precise as the source gave them
 * (YYYY, YYYY-MM, YYYY-MM-DD), or UTC times.
 */
import type { MarkDocument, MediaDocument, Text, Verdict } from './documents.ts';

export interface ObservationBody {
  name: Text;
  /** `absent`: the source says why there is no value. `none`: it says nothing. */
  kind: 'number' | 'words' | 'recording' | 'absent' | 'none' | 'panel';
  /** The value in words, with its unit; null for `panel` and `none`. */
  words: Text | null;
  /** For a number without a comparator; `figure` has the digits that the source wrote. */
  number: { value: number; figure: string; unit: string } | null;
  /** Unit of a quantity, also of one with a comparator; null for words. Absent in rows from before it was stored. */
  unit?: string | null;
  /** The range that applies to this person, in the unit of the number. In older rows null if the mark contradicts it. */
  range: { low: number | null; high: number | null; text: Text } | null;
  /** All ranges as the source gave them. */
  ranges: Text[];
  /** Null where it can't be known, or the hospital's own mark says something else. */
  verdict: Verdict | null;
  /** What the hospital's marks say of the range or how critical it is. Absent in rows from before it was stored. */
  mark?: MarkDocument | null;
  /** The hospital's other marks, such as "Resistant". */
  marks: Text[];
  /** How final it is; null: final. */
  status: Text | null;
  /** Of a corrected one, its status with the day. Absent in rows from before it was stored. */
  correction?: Text;
  notes: Text[];
  isLab: boolean;
  lang: string | null;
  /** Name of the panel that a component belongs to. */
  partOf?: Text;
  /** The same for the upper and the lower blood pressure of one measurement. Absent in rows from before it was stored. */
  pair?: string;
  /** Whether its unit and the unit's code contradict each other: it is never converted. */
  isUnitUnclear?: true;
}

export type MedicationState =
  | 'current'
  | 'paused'
  | 'planned'
  | 'past'
  | 'unclear'
  | 'do-not-take'
  | 'given'
  | 'not-given';

export interface MedicationBody {
  name: Text;
  state: MedicationState;
  how: Text[];
  /** Times of the day that the source names; only for a current one. */
  times: Text[];
  for: Text[];
  notes: Text[];
  /** Why it is paused, was stopped or was not given. */
  why: Text[];
  /** An order, a report by the patient or someone who knows, or what the hospital gave. */
  basis: 'prescribed' | 'reported' | 'given';
  lang: string | null;
}

export type AllergyCategory = 'food' | 'medication' | 'environment';

export interface AllergyBody {
  name: Text;
  /** A statement, such as "No known allergies": never something that the person is allergic to. */
  isStatement: boolean;
  /** What a statement rules out: all allergies, those of a category, or nothing that can be compared. */
  rulesOut: 'all' | AllergyCategory | null;
  categories: AllergyCategory[];
  state: 'current' | 'past' | null;
  risk: 'high' | 'low' | null;
  isCertain: boolean;
  reactions: { name: Text; severity: 'mild' | 'moderate' | 'severe' | null; at: string | null }[];
  notes: Text[];
  lang: string | null;
}

export interface ConditionBody {
  name: Text;
  state: 'current' | 'past' | 'looked-into' | 'unclear';
  /** "Being looked into" where it is not certain. */
  remark: Text | null;
  severity: Text | null;
  since: Text | null;
  until: Text | null;
  notes: Text[];
  lang: string | null;
}

export interface ImmunizationBody {
  name: Text;
  given: boolean;
  when: Text | null;
  remark: Text | null;
  notes: Text[];
  lang: string | null;
}

export interface AppointmentBody {
  name: Text;
  /** UTC time; null while it has none. */
  start: string | null;
  end: string | null;
  state: 'booked' | 'proposed' | 'over' | 'cancelled';
  status: Text;
  place: string | null;
  people: string[];
  /** What the patient is to do before, in the hospital's words. Never for supporters: it may say why. */
  preparation?: string;
  lang: string | null;
  /** Id of its event. Absent without one, and in rows from before it was stored. */
  eventId?: string;
}

export interface CareTeamBody {
  name: string | null;
  role: Text | null;
  isYou: boolean;
  /** Attends the stay that is running. */
  isAttending: boolean;
  lang: string | null;
}

export interface DocumentBody {
  title: Text;
  /** What kind of document it is, e.g. a discharge summary. Absent in rows from before it was stored. */
  kind?: Text | null;
  media: MediaDocument | null;
  /** `elsewhere`: its content was not sent. `damaged`: its first bytes are not what a screen can open. */
  cannotOpen: 'elsewhere' | 'damaged' | null;
  status: Text | null;
  lang: string | null;
}

/** A resource that is stored without being shown: no mapper takes its type, shape, depth or state, or it says nothing. */
export interface KeptBody {
  type: string;
  why: 'type' | 'shape' | 'depth' | 'state' | 'empty';
}

/** Kind of item -> its content. */
export interface ItemBodies {
  medication: MedicationBody;
  'care-team': CareTeamBody;
  document: DocumentBody;
  allergy: AllergyBody;
  condition: ConditionBody;
  immunization: ImmunizationBody;
  observation: ObservationBody;
  appointment: AppointmentBody;
  kept: KeptBody;
}
export type ItemKind = keyof ItemBodies;
