import type { SurveyKind } from 'shared-ui/contract';
import { admission } from './admission.ts';
import { discharge } from './discharge.ts';
import type { SurveyForm } from './question.ts';
import { blood, ecg } from './tests.ts';

/** Forms by kind of survey. */
export const SURVEY_FORMS: Record<SurveyKind, SurveyForm> = { admission, discharge, ecg, blood };
