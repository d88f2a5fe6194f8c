import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, needsAttention } from '../../contract/events.ts';
import type { SurveyKind } from '../../contract/survey.ts';
import type { Store } from '../store.ts';

/** Event types that the list of current events leaves out (docs/product-rules.md#event-list). */
const NOT_CURRENT: ReadonlySet<number> = new Set([EVENT_TYPE.GENERAL, EVENT_TYPE.SUPPORTER]);

/** Returns whether the person has opened and left an event; known here before the server confirms it. */
export const isViewed = (event: CareEvent) => event.viewed || event.status === 'VIEWED';

/**
 * Returns whether the lists in a profile's panel show an event. They leave out viewed events and supporter requests,
 * and the list of current events also general and supporter events (docs/product-rules.md#event-list).
 */
export function isListed(event: CareEvent): boolean {
  if (isViewed(event) || event.type === EVENT_TYPE.SUPPORTER_REQUEST) return false;
  return event.previousStay || !NOT_CURRENT.has(event.type);
}

export const badgeOf = (profileId: number) => (state: Store) =>
  state.events.list.filter((event) => event.profileId === profileId && needsAttention(event)).length;

const SURVEYS: Record<number, SurveyKind> = {
  [EVENT_TYPE.HOSPITAL_SURVEY_IN]: 'admission',
  [EVENT_TYPE.HOSPITAL_SURVEY_OUT]: 'discharge',
  [EVENT_TYPE.RESULT_SURVEY]: 'ecg',
  [EVENT_TYPE.BLOOD_SURVEY]: 'blood',
};

/**
 * Returns the survey that an event asks for, or undefined. A hospital event asks for one only if it is about an
 * admission, as its `survey` field says.
 */
export function surveyOf({ type, survey }: CareEvent): SurveyKind | undefined {
  return type === EVENT_TYPE.HOSPITAL ? survey : SURVEYS[type];
}
