import { EVENT_TYPE } from 'shared-ui';
import type { SurveyKind } from 'shared-ui/contract';

const SURVEYS: Record<number, SurveyKind> = {
  [EVENT_TYPE.HOSPITAL]: 'admission',
  [EVENT_TYPE.HOSPITAL_SURVEY_IN]: 'admission',
  [EVENT_TYPE.HOSPITAL_SURVEY_OUT]: 'discharge',
  [EVENT_TYPE.RESULT_SURVEY]: 'ecg',
  [EVENT_TYPE.BLOOD_SURVEY]: 'blood',
};

/** The feedback form that an event of this type asks for; undefined for the types that ask for none. */
export const surveyOf = (type: number): SurveyKind | undefined => SURVEYS[type];
