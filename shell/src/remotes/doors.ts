import { checkFeature, checkSurvey, type FeatureRemote, type SurveyRemote } from 'shared-ui/contract';
import type { Door } from './loader.ts';

export const featureDoor: Door<FeatureRemote> = { contract: 'feature@1', check: checkFeature };
export const surveyDoor: Door<SurveyRemote> = { contract: 'survey@1', check: checkSurvey };
