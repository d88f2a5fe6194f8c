import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE } from '../../contract/events/event-type.ts';
import type { SurveyKind } from '../../contract/survey.ts';

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
